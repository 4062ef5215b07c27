//! A device's register.

/// A register of 32 bits at a fixed address.
#[derive(Debug)]
pub(crate) struct Register(usize);

impl Register {
    /// The register at this address.
    ///
    /// # Safety
    ///
    /// On the board that this is built for, the address is that of a
    /// device's register of 32 bits, and using it harms no memory.
    #[expect(unsafe_code, reason = "the address must be right")]
    pub(crate) const unsafe fn at(address: usize) -> Self {
        Register(address)
    }

    pub(crate) fn read(&self) -> u32 {
        // SAFETY: the caller of `at` has vouched for the address.
        #[expect(unsafe_code, reason = "registers are read by address")]
        unsafe {
            (self.0 as *const u32).read_volatile()
        }
    }

    pub(crate) fn write(&self, value: u32) {
        // SAFETY: the caller of `at` has vouched for the address.
        #[expect(unsafe_code, reason = "registers are written by address")]
        unsafe {
            (self.0 as *mut u32).write_volatile(value);
        }
    }
}

/// The registers of a device, by name and offset from its base.
macro_rules! registers {
    ($base:expr; $($name:ident = $offset:expr),+ $(,)?) => {
        $(
            // SAFETY: the offsets are the device's, the base the board's.
            #[expect(unsafe_code, reason = "the address must be right")]
            const $name: $crate::cmsdk::Register =
                unsafe { $crate::cmsdk::Register::at($base + $offset) };
        )+
    };
}
pub(crate) use registers;
