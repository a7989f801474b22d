//! Wrong uses of the derive, and what the compiler says of each: the files beside those in `ui/`.
//!
//! After a change that is meant, `TRYBUILD=overwrite cargo test -p avocet-derive` writes them anew; read them as a user
//! would.

#[test]
fn messages() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
