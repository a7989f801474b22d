//! Any input → a schema and bytes that may be a datum of it. The schema is made from choices, so that every input is
//! one; the bytes are either as they stand in the input or made from it and then changed in places.

#![allow(dead_code, reason = "each target needs another part")]

use avocet::Schema;

use crate::random::{self, Choices, Features, Form};

/// Limits of stack go by the addresses of locals, which the sanitizer would otherwise spread over the heap.
#[unsafe(no_mangle)]
extern "C" fn __asan_default_options() -> *const std::ffi::c_char {
    c"detect_stack_use_after_return=0".as_ptr()
}

pub(crate) struct Input<'a> {
    /// The JSON text of the schema.
    pub(crate) text: serde_json::Value,
    pub(crate) schema: Schema,
    pub(crate) bytes: Vec<u8>,
    /// What is left for other choices.
    pub(crate) rest: &'a [u8],
}

impl<'a> Input<'a> {
    pub(crate) fn new(input: &'a [u8], features: Features) -> Option<Self> {
        let (&[way, changes], input) = input.split_first_chunk()?;
        let (choices, input) = input.split_at(input.len() * usize::from(way >> 2) / 64);
        let text = random::schema(&mut Choices::new(choices), features);
        let schema = Schema::parse(&text.to_string()).expect("random schemas are schemas");
        let bytes = bytes(&schema, way, changes, input);
        Some(Input { text, schema, bytes, rest: input })
    }
}

/// Bytes that may be a datum of a schema: the input's own, or what is made from it and then changed.
pub(crate) fn bytes(schema: &Schema, way: u8, changes: u8, input: &[u8]) -> Vec<u8> {
    match way & 3 {
        0 => input.to_vec(),
        form => {
            let mut bytes = Vec::new();
            let form = if form == 1 { Form::Plain } else { Form::AnyBlocks };
            random::datum(&mut Choices::new(input), schema.root(), form, &mut bytes);
            change(&mut bytes, changes, input);
            bytes
        }
    }
}

/// Changes no byte in every other input, and up to three in the others.
fn change(bytes: &mut Vec<u8>, changes: u8, choices: &[u8]) {
    if changes < 128 || bytes.is_empty() {
        return;
    }
    for pair in choices.rchunks_exact(2).take(usize::from(changes % 3) + 1) {
        let place = usize::from(pair[0]) * bytes.len() / 256;
        bytes[place] = pair[1];
    }
    if changes & 16 != 0 {
        bytes.truncate(bytes.len() * usize::from(changes & 15) / 16);
    }
}
