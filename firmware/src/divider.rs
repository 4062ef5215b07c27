//! Division by the divider of the RP2040, whose cores have no instruction
//! for it.
//!
//! The compiler calls these functions, by the names of Arm's run-time ABI,
//! for `/` and `%` of words. Its own take two hundred cycles and more; every
//! node on the way of a playout divides once.
//!
//! Each core has a divider of its own. An interrupt must not come between the
//! operands and the result, since its handler may divide as well.

use cortex_m::interrupt;
use embassy_rp::pac::SIO;

/// Divides words, and reads what is wanted of the result.
#[inline(always)]
fn unsigned<T>(dividend: u32, divisor: u32, read: fn() -> T) -> T {
    interrupt::free(|_| {
        let divider = SIO.div();
        divider.udividend().write_value(dividend);
        divider.udivisor().write_value(divisor);
        wait();
        read()
    })
}

/// Divides words with a sign, and reads what is wanted of the result.
#[inline(always)]
fn signed<T>(dividend: i32, divisor: i32, read: fn() -> T) -> T {
    interrupt::free(|_| {
        let divider = SIO.div();
        divider.sdividend().write_value(dividend.cast_unsigned());
        divider.sdivisor().write_value(divisor.cast_unsigned());
        wait();
        read()
    })
}

/// The result is there after eight cycles.
#[inline(always)]
fn wait() {
    while !SIO.div().csr().read().ready() {}
}

fn quotient() -> u32 {
    SIO.div().quotient().read()
}

fn both() -> (u32, u32) {
    let remainder = SIO.div().remainder().read();
    (quotient(), remainder)
}

/// Two words are returned in two registers, as is a long one.
const fn pair((quotient, remainder): (u32, u32)) -> u64 {
    quotient as u64 | (remainder as u64) << 32
}

#[expect(unsafe_code, reason = "the compiler calls it by this name")]
// SAFETY: it does what Arm's run-time ABI says of this name.
#[unsafe(no_mangle)]
extern "C" fn __aeabi_uidiv(dividend: u32, divisor: u32) -> u32 {
    unsigned(dividend, divisor, quotient)
}

#[expect(unsafe_code, reason = "the compiler calls it by this name")]
// SAFETY: it does what Arm's run-time ABI says of this name.
#[unsafe(no_mangle)]
extern "C" fn __aeabi_uidivmod(dividend: u32, divisor: u32) -> u64 {
    pair(unsigned(dividend, divisor, both))
}

#[expect(unsafe_code, reason = "the compiler calls it by this name")]
// SAFETY: it does what Arm's run-time ABI says of this name.
#[unsafe(no_mangle)]
extern "C" fn __aeabi_idiv(dividend: i32, divisor: i32) -> i32 {
    signed(dividend, divisor, quotient).cast_signed()
}

#[expect(unsafe_code, reason = "the compiler calls it by this name")]
// SAFETY: it does what Arm's run-time ABI says of this name.
#[unsafe(no_mangle)]
extern "C" fn __aeabi_idivmod(dividend: i32, divisor: i32) -> u64 {
    pair(signed(dividend, divisor, both))
}
