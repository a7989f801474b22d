//! `futures-io`: integers from any `AsyncRead` and to any `AsyncWrite` of the `futures` crates.

extern crate std;

use futures_util::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::async_ints;

async_ints!();
