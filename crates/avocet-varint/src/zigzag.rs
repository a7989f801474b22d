//! Signed integers in, unsigned ones out, small magnitudes to small numbers: 0, -1, 1, -2 become 0, 1, 2, 3.
//!
//! The mapping of protobuf's `sint32`/`sint64` and of Avro's `int` and `long`. No arithmetic here can overflow.

macro_rules! zigzag {
    ($($signed:ident $unsigned:ident $there:ident $back:ident),* $(,)?) => {$(
        #[doc = concat!("Maps an `", stringify!($signed), "` to its zigzag number; total, never fails.")]
        #[inline]
        pub const fn $there(value: $signed) -> $unsigned {
            ((value << 1) ^ (value >> ($signed::BITS - 1))) as $unsigned
        }

        #[doc = concat!("Maps a zigzag number back to its `", stringify!($signed), "`; total, never fails.")]
        #[inline]
        pub const fn $back(zigzag: $unsigned) -> $signed {
            (zigzag >> 1) as $signed ^ -((zigzag & 1) as $signed)
        }

        // Both ends of the range, checked when the crate is compiled.
        const _: () = assert!($there($signed::MIN) == $unsigned::MAX && $back($unsigned::MAX) == $signed::MIN);
        const _: () = assert!($there(-1) == 1 && $back(1) == -1 && $there(1) == 2);
    )*};
}

zigzag! {
    i8 u8 zigzag_i8 unzigzag_i8,
    i16 u16 zigzag_i16 unzigzag_i16,
    i32 u32 zigzag_i32 unzigzag_i32,
    i64 u64 zigzag_i64 unzigzag_i64,
    i128 u128 zigzag_i128 unzigzag_i128,
}
