//! The many kinds of values that a serializer for one kind has to refuse.

/// Methods of a `Serializer` that refuse what they get with `$refused`, a function from text to an error.
macro_rules! refuse {
    ($refused:ident: $($what:ident)*) => {
        $(refuse!(@ $refused $what);)*
    };
    (@ $refused:ident scalars) => {
        fn serialize_f32(self, _: f32) -> Result<Self::Ok> { Err($refused("a float")) }
        fn serialize_f64(self, _: f64) -> Result<Self::Ok> { Err($refused("a double")) }
        fn serialize_bytes(self, _: &[u8]) -> Result<Self::Ok> { Err($refused("bytes")) }
        fn serialize_none(self) -> Result<Self::Ok> { Err($refused("none")) }
        fn serialize_unit(self) -> Result<Self::Ok> { Err($refused("unit")) }
        fn serialize_unit_struct(self, _: &'static str) -> Result<Self::Ok> { Err($refused("unit")) }
    };
    (@ $refused:ident texts) => {
        fn serialize_bool(self, _: bool) -> Result<Self::Ok> { Err($refused("a boolean")) }
        fn serialize_char(self, _: char) -> Result<Self::Ok> { Err($refused("a char")) }
        fn serialize_str(self, _: &str) -> Result<Self::Ok> { Err($refused("a string")) }
        fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<Self::Ok> {
            Err($refused("a variant"))
        }
    };
    (@ $refused:ident compounds) => {
        type SerializeSeq = Impossible<Self::Ok, Error>;
        type SerializeTuple = Impossible<Self::Ok, Error>;
        type SerializeTupleStruct = Impossible<Self::Ok, Error>;
        type SerializeTupleVariant = Impossible<Self::Ok, Error>;
        type SerializeMap = Impossible<Self::Ok, Error>;
        type SerializeStruct = Impossible<Self::Ok, Error>;
        type SerializeStructVariant = Impossible<Self::Ok, Error>;

        fn serialize_newtype_variant<T: ?Sized + Serialize>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: &T,
        ) -> Result<Self::Ok> {
            Err($refused("a variant with data"))
        }

        fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq> {
            Err($refused("a sequence"))
        }

        fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple> {
            Err($refused("a tuple"))
        }

        fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct> {
            Err($refused("a tuple"))
        }

        fn serialize_tuple_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeTupleVariant> {
            Err($refused("a variant with data"))
        }

        fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap> {
            Err($refused("a map"))
        }

        fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct> {
            Err($refused("a struct"))
        }

        fn serialize_struct_variant(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            _: usize,
        ) -> Result<Self::SerializeStructVariant> {
            Err($refused("a variant with data"))
        }
    };
}
