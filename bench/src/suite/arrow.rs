//! arrow-avro, which turns many records into the columns of a batch and back: other work than a record at a time, so
//! it stands in the tables for scale.

use std::rc::Rc;

#[cfg(feature = "arrow")]
use super::sum_of;
use crate::measure::Contender;
#[cfg(feature = "arrow")]
use crate::measure::Role;

#[cfg(feature = "arrow")]
use arrow_avro::{
    reader::{Decoder, DecoderMode, ReaderBuilder},
    schema::{AvroSchema, SchemaStore},
    writer::{Encoder, WriterBuilder, format::AvroBinaryFormat},
};

/// Reads all datums into a batch.
#[cfg(feature = "arrow")]
pub fn reading(datums: &Rc<[Vec<u8>]>, writer: &str, reader: &str) -> Option<Contender> {
    let (run, answer) = (Rc::clone(datums), Rc::clone(datums));
    let mut decoder = decoder(datums.len(), writer, reader);
    let mut again = self::decoder(datums.len(), writer, reader);
    Some(Contender::new(
        "arrow-avro, to a batch",
        Role::Reference,
        move || drop(std::hint::black_box(batch(&mut decoder, &run))),
        move || {
            let batch = batch(&mut again, &answer);
            rows(&mut encoder(&batch), &batch)
        },
    ))
}

/// Writes a batch of all datums.
#[cfg(feature = "arrow")]
pub fn writing(datums: &Rc<[Vec<u8>]>, schema: &str) -> Option<Contender> {
    let batch = Rc::new(batch(&mut decoder(datums.len(), schema, schema), datums));
    let (mut encoder, mut again) = (encoder(&batch), encoder(&batch));
    let answer = Rc::clone(&batch);
    Some(Contender::new(
        "arrow-avro, from a batch",
        Role::Reference,
        move || {
            encoder.encode(&batch).expect("a batch");
            drop(std::hint::black_box(encoder.flush()));
        },
        move || rows(&mut again, &answer),
    ))
}

#[cfg(feature = "arrow")]
fn decoder(rows: usize, writer: &str, reader: &str) -> Decoder {
    let mut store = SchemaStore::new();
    let fingerprint = store.register(AvroSchema::new(writer.to_owned())).expect("a schema");
    ReaderBuilder::new()
        .with_batch_size(rows)
        .with_decoder_mode(DecoderMode::UnframedDatum)
        .with_writer_schema_store(store)
        .with_active_fingerprint(fingerprint)
        .with_reader_schema(AvroSchema::new(reader.to_owned()))
        .build_decoder()
        .expect("a decoder")
}

#[cfg(feature = "arrow")]
fn encoder(batch: &arrow_array::RecordBatch) -> Encoder {
    WriterBuilder::new(batch.schema().as_ref().clone())
        .build_encoder::<AvroBinaryFormat>()
        .expect("an encoder")
}

#[cfg(feature = "arrow")]
fn batch(decoder: &mut Decoder, datums: &[Vec<u8>]) -> arrow_array::RecordBatch {
    for datum in datums {
        decoder.decode(datum).expect("a datum");
    }
    decoder.flush().expect("datums").expect("a batch")
}

#[cfg(feature = "arrow")]
fn rows(encoder: &mut Encoder, batch: &arrow_array::RecordBatch) -> u64 {
    encoder.encode(batch).expect("a batch");
    let rows = encoder.flush();
    sum_of(rows.iter().map(|row| row.to_vec()))
}

#[cfg(not(feature = "arrow"))]
pub fn reading(_: &Rc<[Vec<u8>]>, _: &str, _: &str) -> Option<Contender> {
    None
}

#[cfg(not(feature = "arrow"))]
pub fn writing(_: &Rc<[Vec<u8>]>, _: &str) -> Option<Contender> {
    None
}
