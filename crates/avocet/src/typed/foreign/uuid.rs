//! `uuid`: sixteen bytes, a fixed unless an attribute says otherwise.

use std::borrow::Cow;

use uuid::Uuid;

use crate::error::Result;
use crate::typed::describe::Builder;
use crate::typed::input::{Input, Source};
use crate::typed::output::Output;
use crate::typed::shape::{Kind, Shape};
use crate::typed::traits::{Avro, Decode, Encode};
use crate::wire;

impl Avro for Uuid {
    const SHAPE: Shape = Shape::fixed(Kind::Fixed, 16);
    fn type_name() -> Cow<'static, str> {
        "uuid".into()
    }
    fn describe(builder: &mut Builder) {
        builder.fixed("Uuid", 16, Some("uuid"), &[]);
    }
}

impl Encode for Uuid {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        self.as_bytes().encode(output)
    }
    #[inline(always)]
    fn to_packed(&self, place: &mut [u8]) -> Result<()> {
        self.as_bytes().to_packed(place)
    }
}

impl<'a> Decode<'a> for Uuid {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        <[u8; 16]>::decode(input).map(Uuid::from_bytes)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        <[u8; 16]>::resolve(input, from).map(Uuid::from_bytes)
    }
    #[inline(always)]
    fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
        <[u8; 16]>::from_packed(reader).map(Uuid::from_bytes)
    }
}
