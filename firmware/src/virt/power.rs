//! The device that ends or restarts the machine (`sifive_test`).

use crate::register::registers;

registers! { 0x0010_0000;
    FINISH = 0x0,
}
const POWER_OFF: u32 = 0x5555;
const RESTART: u32 = 0x7777;

/// Ends the emulator.
pub(crate) fn power_off() -> ! {
    finish(POWER_OFF)
}

/// Restarts the machine. Its memory keeps what it holds, but for what the
/// image puts there.
pub(crate) fn restart() -> ! {
    finish(RESTART)
}

fn finish(how: u32) -> ! {
    loop {
        FINISH.write(how);
    }
}
