//! `container`: a thousand orders as a file in memory, with blocks of 64 KiB, read and written.

use std::hint::black_box;
use std::rc::Rc;

use avocet::container::{Codec, Reader, Writer};
use avocet::{Plan, Schema, Value};

use super::generic::decoder;
use super::peers::Apache;
use super::{Case, sum_of};
use crate::measure::{Contender, Role, Row};
use crate::shapes;

const BLOCK: usize = 64 * 1024;

/// Generic values and typed ones, with and without compression. (Each library compresses at its own default level.)
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, codec) in [("null", Codec::Null), ("deflate", Codec::Deflate)] {
        cases.push(Case::new(format!("container/{name}-values/read"), move || read_values(codec)));
        cases.push(Case::new(format!("container/{name}-values/write"), move || write_values(codec)));
    }
    cases
}

/// The orders and their file, written by us.
pub(super) struct Orders {
    pub schema: Schema,
    pub text: String,
    pub datums: Rc<[Vec<u8>]>,
}

impl Orders {
    pub fn new() -> Self {
        let shape = shapes::order();
        let datums: Vec<Vec<u8>> = shape.datums().into_iter().take(1000).collect();
        Orders {
            schema: Schema::parse(&shape.schema).expect("a valid schema"),
            text: shape.schema,
            datums: datums.into(),
        }
    }

    /// Their file, whose blocks are those of every reader's row.
    pub fn file(&self, codec: Codec) -> Rc<[u8]> {
        let mut writer = Writer::builder()
            .codec(codec)
            .block_size(BLOCK)
            .build(Vec::new(), &self.schema)
            .expect("a writer");
        for datum in self.datums.iter() {
            writer
                .append_with(|out| {
                    out.extend_from_slice(datum);
                    Ok(())
                })
                .expect("a datum");
        }
        writer.finish().expect("a file").into()
    }
}

/// A contender that hands each value that it reads to a closure; `bytes` encodes it for the answer.
pub(super) fn reading<T: 'static>(
    name: &str,
    role: Role,
    file: &Rc<[u8]>,
    all: fn(&[u8], &mut dyn FnMut(T)),
    bytes: impl Fn(&T) -> Vec<u8> + 'static,
) -> Contender {
    let (run, answer) = (Rc::clone(file), Rc::clone(file));
    Contender::new(name, role, move || all(&run, &mut |value| drop(black_box(value))), move || {
        let mut datums = Vec::new();
        all(&answer, &mut |value| datums.push(bytes(&value)));
        sum_of(datums)
    })
}

/// A contender that writes a file; apache-avro reads it for the answer.
pub(super) fn writing(name: &str, role: Role, write: impl Fn() -> Vec<u8> + 'static) -> Contender {
    let write = Rc::new(write);
    let again = Rc::clone(&write);
    Contender::new(
        name,
        role,
        move || drop(black_box(write())),
        move || {
            let file = again();
            let theirs = Apache::new(&shapes::order().schema);
            let reader = apache_avro::Reader::new(&file[..]).expect("a file");
            sum_of(reader.map(|value| theirs.bytes(&value.expect("a value"))))
        },
    )
}

fn read_values(codec: Codec) -> Row {
    let orders = Orders::new();
    let file = orders.file(codec);
    let schema = orders.schema.clone();
    let theirs = Apache::new(&orders.text);
    let contenders = vec![
        reading("values", Role::Ours, &file, ours, move |value: &Value| value.encode(&schema).expect("it fits")),
        reading("apache-avro Value", Role::Peer, &file, apache, move |value| theirs.bytes(value)),
        #[cfg(feature = "arrow")]
        arrow::reading(&file),
    ];
    Row { units: orders.datums.len(), contenders }
}

fn ours(file: &[u8], see: &mut dyn FnMut(Value)) {
    for value in Reader::new(file).expect("a file").values() {
        see(value.expect("a value"));
    }
}

fn apache(file: &[u8], see: &mut dyn FnMut(apache_avro::types::Value)) {
    for value in apache_avro::Reader::new(file).expect("a file") {
        see(value.expect("a value"));
    }
}

/// The peer's name of a codec.
pub(super) fn apache_codec(codec: Codec) -> apache_avro::Codec {
    match codec {
        Codec::Null => apache_avro::Codec::Null,
        _ => apache_avro::Codec::Deflate(apache_avro::DeflateSettings::default()),
    }
}

fn write_values(codec: Codec) -> Row {
    let orders = Orders::new();
    let plan = Plan::new(&orders.schema);
    let values: Vec<Value> = orders.datums.iter().map(|datum| decoder(&plan)(datum)).collect();
    let schema = orders.schema.clone();
    let ours = writing("append", Role::Ours, move || {
        let mut writer = builder(codec).build(Vec::new(), &schema).expect("a writer");
        values.iter().for_each(|value| writer.append(value).expect("it fits"));
        writer.finish().expect("a file")
    });
    let theirs = Apache::new(&orders.text);
    let values: Vec<_> = orders.datums.iter().map(|datum| theirs.read(datum)).collect();
    let apache = writing("apache-avro Value", Role::Peer, move || {
        let mut writer = apache_avro::Writer::builder()
            .schema(theirs.schema)
            .writer(Vec::new())
            .codec(apache_codec(codec))
            .block_size(BLOCK)
            .build()
            .expect("a writer");
        for value in &values {
            writer.append_value_ref(value).expect("it fits");
        }
        writer.into_inner().expect("a file")
    });
    let contenders = vec![
        ours,
        apache,
        #[cfg(feature = "arrow")]
        arrow::writing(&orders.file(Codec::Null), codec),
    ];
    Row { units: orders.datums.len(), contenders }
}

pub(super) fn builder(codec: Codec) -> avocet::container::WriterBuilder {
    Writer::builder().codec(codec).block_size(BLOCK)
}

/// Batches of at most 1,000 rows: one for the whole file.
#[cfg(feature = "arrow")]
pub(super) mod arrow {
    use std::hint::black_box;
    use std::rc::Rc;

    use arrow_array::RecordBatch;
    use arrow_avro::compression::CompressionCodec;
    use arrow_avro::reader::ReaderBuilder;
    use arrow_avro::writer::format::{AvroBinaryFormat, AvroOcfFormat};
    use arrow_avro::writer::{Writer, WriterBuilder};
    use avocet::container::Codec;

    use super::super::sum_of;
    use crate::measure::{Contender, Role};

    pub fn reading(file: &Rc<[u8]>) -> Contender {
        let (run, answer) = (Rc::clone(file), Rc::clone(file));
        Contender::new(
            "arrow-avro, to batches",
            Role::Reference,
            move || batches(&run).for_each(|batch| drop(black_box(batch))),
            move || {
                sum_of(batches(&answer).flat_map(|batch| {
                    let mut encoder = WriterBuilder::new(batch.schema().as_ref().clone())
                        .build_encoder::<AvroBinaryFormat>()
                        .expect("an encoder");
                    encoder.encode(&batch).expect("a batch");
                    encoder.flush().iter().map(|row| row.to_vec()).collect::<Vec<_>>()
                }))
            },
        )
    }

    pub fn writing(file: &Rc<[u8]>, codec: Codec) -> Contender {
        let batches: Vec<RecordBatch> = batches(file).collect();
        super::writing("arrow-avro, from a batch", Role::Reference, move || {
            let compression = (codec != Codec::Null).then_some(CompressionCodec::Deflate);
            let mut writer: Writer<Vec<u8>, AvroOcfFormat> =
                WriterBuilder::new(batches[0].schema().as_ref().clone())
                    .with_compression(compression)
                    .build(Vec::new())
                    .expect("a writer");
            batches.iter().for_each(|batch| writer.write(batch).expect("a batch"));
            writer.finish().expect("a file");
            writer.into_inner()
        })
    }

    fn batches(file: &[u8]) -> impl Iterator<Item = RecordBatch> {
        let reader = ReaderBuilder::new().with_batch_size(1000).build(file).expect("a file");
        reader.map(|batch| batch.expect("a batch"))
    }
}
