//! `container`: a thousand orders as a file in memory, with blocks of 64 KiB, read and written.

use std::hint::black_box;
use std::rc::Rc;

use avocet::container::{Codec, Reader, Writer};
use avocet::{Avro, Plan, Schema, Value};
use serde_avro_fast::object_container_file_encoding as fast;

use super::generic::decoder;
use super::peers::{Apache, Fast};
use super::{Case, sum_of};
use crate::measure::{Contender, Role, Row};
use crate::shapes;
use crate::types::Order;

const BLOCK: usize = 64 * 1024;

/// Generic values and typed ones, with and without compression. (Each library compresses at its own default level.)
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (name, codec) in [("null", Codec::Null), ("deflate", Codec::Deflate)] {
        cases.push(Case::new(format!("container/{name}-values/read"), move || read_values(codec)));
        cases.push(Case::new(format!("container/{name}-values/write"), move || write_values(codec)));
        cases.push(Case::new(format!("container/{name}-typed/read"), move || read_typed(codec)));
        cases.push(Case::new(format!("container/{name}-typed/write"), move || write_typed(codec)));
    }
    cases
}

/// The orders and their file, written by us.
pub struct Orders {
    schema: Schema,
    text: String,
    datums: Rc<[Vec<u8>]>,
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
fn reading<T: 'static>(
    name: &str,
    role: Role,
    file: &Rc<[u8]>,
    all: fn(&[u8], &mut dyn FnMut(T)),
    bytes: impl Fn(&T) -> Vec<u8> + 'static,
) -> Contender {
    let (run, answer) = (Rc::clone(file), Rc::clone(file));
    Contender::new(
        name,
        role,
        move || all(&run, &mut |value| drop(black_box(value))),
        move || {
            let mut datums = Vec::new();
            all(&answer, &mut |value| datums.push(bytes(&value)));
            sum_of(datums)
        },
    )
}

/// A contender that writes a file; apache-avro reads it for the answer.
fn writing(name: &str, role: Role, write: impl Fn() -> Vec<u8> + 'static) -> Contender {
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
        reading("values", Role::Ours, &file, ours, move |value: &Value| {
            value.encode(&schema).expect("it fits")
        }),
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

fn apache_writer(schema: &apache_avro::Schema, codec: Codec) -> apache_avro::Writer<'_, Vec<u8>> {
    let codec = match codec {
        Codec::Null => apache_avro::Codec::Null,
        _ => apache_avro::Codec::Deflate(apache_avro::DeflateSettings::default()),
    };
    apache_avro::Writer::builder()
        .schema(schema)
        .writer(Vec::new())
        .codec(codec)
        .block_size(BLOCK)
        .build()
        .expect("a writer")
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
        let mut writer = apache_writer(theirs.schema, codec);
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

fn builder(codec: Codec) -> avocet::container::WriterBuilder {
    Writer::builder().codec(codec).block_size(BLOCK)
}

fn read_typed(codec: Codec) -> Row {
    let orders = Orders::new();
    let file = orders.file(codec);
    let fast = Rc::new(Fast::new(&orders.text));
    let by = |name, role, all: fn(&[u8], &mut dyn FnMut(Order))| {
        let fast = Rc::clone(&fast);
        reading(name, role, &file, all, move |order| fast.bytes(order))
    };
    let contenders = vec![
        by("derive, records", Role::Ours, |file, see| {
            let mut reader = Reader::new(file).expect("a file");
            reader.records().expect("orders").for_each(|order| see(order.expect("an order")));
        }),
        by("serde, deserialize", Role::Reference, |file, see| {
            let mut reader = Reader::new(file).expect("a file");
            reader.deserialize().for_each(|order| see(order.expect("an order")));
        }),
        by("apache-avro serde", Role::Peer, |file, see| {
            let reader = apache_avro::Reader::new(file).expect("a file");
            reader.into_deser_iter().for_each(|order| see(order.expect("an order")));
        }),
        by("serde_avro_fast", Role::Peer, |file, see| {
            let mut reader = fast::Reader::from_slice(file).expect("a file");
            reader.deserialize().for_each(|order| see(order.expect("an order")));
        }),
        #[cfg(feature = "arrow")]
        arrow::reading(&file),
    ];
    Row { units: orders.datums.len(), contenders }
}

fn write_typed(codec: Codec) -> Row {
    let orders = Orders::new();
    let serde_schema = orders.schema.clone();
    let (apache, fast) = (Apache::new(&orders.text), Fast::new(&orders.text));
    let values: Rc<[Order]> = orders.datums.iter().map(|datum| fast.read(datum)).collect();
    let [ours_values, serde_values, apache_values, fast_values] = [0; 4].map(|_| Rc::clone(&values));
    let contenders = vec![
        writing("derive, append_record", Role::Ours, move || {
            let mut writer = builder(codec).build(Vec::new(), Order::schema()).expect("a writer");
            ours_values.iter().for_each(|order| writer.append_record(order).expect("it fits"));
            writer.finish().expect("a file")
        }),
        writing("serde, serialize", Role::Reference, move || {
            let mut writer = builder(codec).build(Vec::new(), &serde_schema).expect("a writer");
            serde_values.iter().for_each(|order| writer.serialize(order).expect("it fits"));
            writer.finish().expect("a file")
        }),
        writing("apache-avro serde", Role::Peer, move || {
            let mut writer = apache_writer(apache.schema, codec);
            apache_values.iter().for_each(|order| _ = writer.append_ser(order).expect("it fits"));
            writer.into_inner().expect("a file")
        }),
        writing("serde_avro_fast", Role::Peer, move || {
            let mut config = serde_avro_fast::ser::SerializerConfig::new(fast.schema);
            let compression = match codec {
                Codec::Null => fast::Compression::Null,
                _ => fast::Compression::Deflate { level: fast::CompressionLevel::default() },
            };
            let mut writer = fast::WriterBuilder::new(&mut config)
                .compression(compression)
                .approx_block_size(BLOCK as u32)
                .build(Vec::new())
                .expect("a writer");
            fast_values.iter().for_each(|order| writer.serialize(order).expect("it fits"));
            writer.into_inner().expect("a file")
        }),
        #[cfg(feature = "arrow")]
        arrow::writing(&orders.file(Codec::Null), codec),
    ];
    Row { units: orders.datums.len(), contenders }
}

/// Batches of at most 1,000 rows: one for the whole file.
#[cfg(feature = "arrow")]
mod arrow {
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
