//! The Avro peers, each behind a few calls that never inline into the loop around them.

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::types::Value;
use apache_avro::writer::datum::GenericDatumWriter;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// apache-avro with a writer's and perhaps a reader's schema.
pub struct Apache {
    pub schema: &'static apache_avro::Schema,
    reader: GenericDatumReader<'static>,
    writer: GenericDatumWriter<'static>,
}

impl Apache {
    pub fn new(schema: &str) -> Self {
        let schema = leaked(schema);
        Apache {
            schema,
            reader: GenericDatumReader::builder(schema).build().expect("a reader"),
            writer: GenericDatumWriter::builder(schema).build().expect("a writer"),
        }
    }

    /// Reads the writer's datums as values of the reader's schema, and writes these.
    pub fn resolving(writer: &str, reader: &str) -> Self {
        let (writer, reader) = (leaked(writer), leaked(reader));
        Apache {
            schema: reader,
            reader: GenericDatumReader::builder(writer).reader_schema(reader).build().expect("a reader"),
            writer: GenericDatumWriter::builder(reader).build().expect("a writer"),
        }
    }

    #[inline(never)]
    pub fn read(&self, mut datum: &[u8]) -> Value {
        self.reader.read_value(&mut datum).expect("a datum")
    }

    #[inline(never)]
    pub fn write(&self, value: &Value, out: &mut Vec<u8>) {
        self.writer.write_value_ref(out, value).expect("it fits");
    }

    /// One value off the front of many.
    #[inline(never)]
    pub fn read_as<T: DeserializeOwned>(&self, bytes: &mut &[u8]) -> T {
        self.reader.read_deser(bytes).expect("a datum")
    }

    #[inline(never)]
    pub fn write_as<T: Serialize>(&self, value: &T, out: &mut Vec<u8>) {
        self.writer.write_ser(out, value).expect("it fits");
    }

    pub fn bytes(&self, value: &Value) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(value, &mut out);
        out
    }
}

/// A schema that lives as long as the process: apache-avro's readers borrow theirs.
pub fn leaked(schema: &str) -> &'static apache_avro::Schema {
    Box::leak(Box::new(apache_avro::Schema::parse_str(schema).expect("apache-avro parses the schema")))
}

/// serde_avro_fast, whose configuration for writing is used again and again as its documentation advises.
pub struct Fast {
    pub schema: &'static serde_avro_fast::Schema,
    config: std::cell::RefCell<serde_avro_fast::ser::SerializerConfig<'static>>,
}

impl Fast {
    pub fn new(schema: &str) -> Self {
        let schema: &'static serde_avro_fast::Schema =
            Box::leak(Box::new(schema.parse().expect("serde_avro_fast parses the schema")));
        Fast { schema, config: serde_avro_fast::ser::SerializerConfig::new(schema).into() }
    }

    #[inline(never)]
    pub fn read<'a, T: serde::Deserialize<'a>>(&self, datum: &'a [u8]) -> T {
        serde_avro_fast::from_datum_slice(datum, self.schema).expect("a datum")
    }

    /// One value off the front of many.
    #[inline(never)]
    pub fn read_off<T: DeserializeOwned>(&self, bytes: &mut &[u8]) -> T {
        serde_avro_fast::from_datum_reader(bytes, self.schema).expect("a datum")
    }

    #[inline(never)]
    pub fn write<T: Serialize + ?Sized>(&self, value: &T, out: &mut Vec<u8>) {
        serde_avro_fast::to_datum(value, out, &mut self.config.borrow_mut()).expect("it fits");
    }

    pub fn bytes<T: Serialize>(&self, value: &T) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(value, &mut out);
        out
    }
}
