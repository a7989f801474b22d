//! Avocet beside other libraries: see `tests/`.
