//! The four integer types that batches know, as raw 64-bit patterns.

use super::{Kernel, Pair};
use crate::zigzag::{unzigzag_i32, unzigzag_i64, zigzag_i32, zigzag_i64};

/// An integer that batches decode and encode: `u64`, `u32`, and with zigzag `i64`, `i32`.
#[expect(private_bounds, reason = "sealed: kernels are written for exactly these types")]
pub trait BatchInt: Lane {}

pub(crate) trait Lane: Copy + Default + 'static {
    const BITS: u32;
    #[allow(dead_code, reason = "only vector kernels ask")]
    const SIGNED: bool;
    const MAX_LEN: usize = Self::BITS.div_ceil(7) as usize;

    /// From the number that the varint holds, which fits.
    fn from_raw(raw: u64) -> Self;

    /// The number that the varint holds.
    fn into_raw(self) -> u64;

    fn routines(kernel: Kernel) -> &'static Pair<Self>;
}

macro_rules! lanes {
    ($($int:ident $signed:literal $from:expr, $into:expr;)*) => {$(
        impl BatchInt for $int {}

        impl Lane for $int {
            const BITS: u32 = $int::BITS;
            const SIGNED: bool = $signed;

            #[inline(always)]
            fn from_raw(raw: u64) -> Self {
                $from(raw)
            }

            #[inline(always)]
            fn into_raw(self) -> u64 {
                $into(self)
            }

            #[inline]
            fn routines(kernel: Kernel) -> &'static Pair<Self> {
                &kernel.routines().$int
            }
        }
    )*};
}

lanes! {
    u64 false |raw| raw, |value| value;
    u32 false |raw| raw as u32, u64::from;
    i64 true unzigzag_i64, zigzag_i64;
    i32 true |raw| unzigzag_i32(raw as u32), |value| u64::from(zigzag_i32(value));
}
