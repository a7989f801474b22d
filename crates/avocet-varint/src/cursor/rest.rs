//! The bytes that a cursor has not read yet.

#[cfg(not(feature = "forbid-unsafe"))]
pub(super) use pointers::Rest;
#[cfg(feature = "forbid-unsafe")]
pub(super) use slice::Rest;

/// Two pointers, of which reading moves one. A slice would have its length stored anew too: where the cursor is in
/// memory, a tenth of the time that a short varint takes.
#[cfg(not(feature = "forbid-unsafe"))]
mod pointers {
    use core::marker::PhantomData;
    use core::ptr::NonNull;

    /// Invariant: `next` to `end` is (a part of) a slice that lives for `'a`.
    #[derive(Clone, Copy)]
    pub(in crate::cursor) struct Rest<'a> {
        next: NonNull<u8>,
        end: NonNull<u8>,
        bytes: PhantomData<&'a [u8]>,
    }

    impl<'a> Rest<'a> {
        #[inline(always)]
        pub(in crate::cursor) const fn new(bytes: &'a [u8]) -> Self {
            let next = NonNull::from_ref(bytes).cast::<u8>();
            // SAFETY: just behind the slice.
            let end = unsafe { next.add(bytes.len()) };
            Self { next, end, bytes: PhantomData }
        }

        #[inline(always)]
        pub(in crate::cursor) const fn as_slice(self) -> &'a [u8] {
            // SAFETY: the invariant, by which also both pointers are of one slice and `end` is not the lower.
            unsafe {
                core::slice::from_raw_parts(self.next.as_ptr(), self.end.offset_from_unsigned(self.next))
            }
        }

        /// Drops the first `len` bytes. Every caller has just found as many in [`as_slice`](Self::as_slice).
        #[inline(always)]
        pub(in crate::cursor) const fn move_on(&mut self, len: usize) {
            debug_assert!(len <= self.as_slice().len());
            // SAFETY: not behind `end`, since as many bytes were found.
            self.next = unsafe { self.next.add(len) };
        }
    }

    // SAFETY: as `&[u8]`, which it stands for.
    unsafe impl Send for Rest<'_> {}
    // SAFETY: as `&[u8]`, which it stands for.
    unsafe impl Sync for Rest<'_> {}
}

#[cfg(feature = "forbid-unsafe")]
mod slice {
    #[derive(Clone, Copy)]
    pub(in crate::cursor) struct Rest<'a>(&'a [u8]);

    impl<'a> Rest<'a> {
        #[inline(always)]
        pub(in crate::cursor) const fn new(bytes: &'a [u8]) -> Self {
            Self(bytes)
        }

        #[inline(always)]
        pub(in crate::cursor) const fn as_slice(self) -> &'a [u8] {
            self.0
        }

        /// Drops the first `len` bytes. Every caller has just found as many in [`as_slice`](Self::as_slice).
        #[inline(always)]
        pub(in crate::cursor) const fn move_on(&mut self, len: usize) {
            self.0 = self.0.split_at(len).1;
        }
    }
}

impl core::fmt::Debug for Rest<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_slice().fmt(f)
    }
}
