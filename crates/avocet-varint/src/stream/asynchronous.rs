//! Two asynchronous functions, written once: the traits of `tokio` and of `futures` have the same names and methods.

/// Reads and writes one integer by the `AsyncRead` and `AsyncWrite` that are in scope.
macro_rules! async_ints {
    () => {
        /// Reads an integer, byte by byte: give it a buffered reader. `None` at the end of the stream.
        ///
        /// The future is `Send` when the reader is.
        ///
        /// # Errors
        /// Those of `reader`; `UnexpectedEof` if the stream ends inside the integer, `InvalidData` if it breaks a rule
        /// of `P`. The bytes of a bad integer have been read up to the one that made it bad.
        pub async fn read_int<T: crate::Varint, P: crate::Policy, R: AsyncRead + Unpin + ?Sized>(
            reader: &mut R,
        ) -> std::io::Result<Option<T>> {
            let mut decoder = crate::stream::Decoder::<T, P>::new();
            let mut byte = [0];
            while reader.read(&mut byte).await? == 1 {
                if let Some(value) = decoder.decode(&mut &byte[..])? {
                    return Ok(Some(value));
                }
            }
            decoder.finish()?;
            Ok(None)
        }

        /// Writes an integer in the shortest form.
        ///
        /// The future is `Send` when the writer is.
        ///
        /// # Errors
        /// Those of `out`; `InvalidData` if the value has more bits than `P` allows.
        pub async fn write_int<T: crate::Varint, P: crate::Policy, W: AsyncWrite + Unpin + ?Sized>(
            out: &mut W,
            value: T,
        ) -> std::io::Result<()> {
            let bytes = crate::encode_with::<T, P>(value)?;
            out.write_all(&bytes).await
        }
    };
}

pub(super) use async_ints;
