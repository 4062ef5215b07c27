//! A device's register.

use core::marker::PhantomData;

/// A register at a fixed address: of 32 bits, or of the bits of `W`.
#[derive(Debug)]
pub(crate) struct Register<W = u32>(usize, PhantomData<W>);

impl<W> Register<W> {
    /// The register at this address.
    ///
    /// # Safety
    ///
    /// On the board that this is built for, the address is that of a
    /// device's register of this width, and using it harms no memory.
    #[expect(unsafe_code, reason = "the address must be right")]
    pub(crate) const unsafe fn at(address: usize) -> Self {
        Register(address, PhantomData)
    }

    pub(crate) fn read(&self) -> W {
        // SAFETY: the caller of `at` has vouched for the address.
        #[expect(unsafe_code, reason = "registers are read by address")]
        unsafe {
            (self.0 as *const W).read_volatile()
        }
    }

    pub(crate) fn write(&self, value: W) {
        // SAFETY: the caller of `at` has vouched for the address.
        #[expect(unsafe_code, reason = "registers are written by address")]
        unsafe {
            (self.0 as *mut W).write_volatile(value);
        }
    }
}

/// The registers of a device, by name and offset from its base; those of
/// another width than 32 bits say so first: `u8, 0x1000_0000; …`.
macro_rules! registers {
    ($base:expr; $($rest:tt)+) => {
        $crate::register::registers! { u32, $base; $($rest)+ }
    };
    ($width:ty, $base:expr; $($name:ident = $offset:expr),+ $(,)?) => {
        $(
            // SAFETY: the offsets are the device's, the base the board's.
            #[expect(unsafe_code, reason = "the address must be right")]
            const $name: $crate::register::Register<$width> =
                unsafe { $crate::register::Register::at($base + $offset) };
        )+
    };
}
pub(crate) use registers;
