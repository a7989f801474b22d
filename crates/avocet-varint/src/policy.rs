//! What a decoder does where the formats disagree, as zero-sized types: surplus bits, padding, length, range.

/// The rules of one family of varints. Only constants, so a policy costs nothing at run time.
///
/// Own rules are a unit struct that overrides what differs from [`Strict`]:
///
/// ```
/// use avocet_varint::{ErrorKind, Policy, decode_with};
///
/// /// MQTT's "remaining length": at most four bytes, and the shortest form.
/// struct Mqtt;
/// impl Policy for Mqtt {
///     const MAX_BITS: u32 = 28;
///     const MINIMAL: bool = true;
/// }
///
/// assert_eq!(decode_with::<u32, Mqtt>(&[0xff, 0xff, 0xff, 0x7f]), Ok((268_435_455, 4)));
/// let error = decode_with::<u32, Mqtt>(&[0xff, 0xff, 0xff, 0xff, 0x01]).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::TooLong);
/// ```
pub trait Policy {
    /// Types of fewer bits than this drop the bits beyond their width; all others answer
    /// [`Overflow`](crate::ErrorKind::Overflow).
    const DROP_BELOW: u32 = 0;
    /// Refuse an encoding longer than the value needs with [`NotMinimal`](crate::ErrorKind::NotMinimal).
    const MINIMAL: bool = false;
    /// Values have at most this many bits, even if the type has more.
    const MAX_BITS: u32 = 128;
    /// Encodings may have this many bytes, even if the type needs fewer.
    const MIN_MAX_LEN: usize = 0;
    /// Encoding [`TwosComplement`](crate::TwosComplement): negative numbers are extended to this many bits first.
    const SIGN_BITS: u32 = 0;
}

macro_rules! policies {
    ($($(#[$doc:meta])* $name:ident { $(const $rule:ident: $type:ty = $value:expr;)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl Policy for $name {
            $(const $rule: $type = $value;)*
        }
    )*};
}

policies! {
    /// The default: at most ⌈bits / 7⌉ bytes, surplus bits are an error, zero padding inside that length is accepted.
    Strict {}

    /// As [`Strict`], and only the shortest form is accepted: one value, one encoding.
    Canonical {
        const MINIMAL: bool = true;
    }

    /// Avro's `int` and `long` (specification 1.12, "Binary encoding"): as [`Strict`].
    Avro {}

    /// Avro's `int` as some implementations write it: as a `long` of up to ten bytes whose value must fit.
    AvroLenient {
        const MIN_MAX_LEN: usize = 10;
    }

    /// Minecraft Bedrock Edition: as [`Strict`]. For peers that send surplus bits there is [`BedrockCompat`].
    Bedrock {}

    /// Minecraft Bedrock Edition as its own decoders do it: surplus bits are dropped.
    BedrockCompat {
        const DROP_BELOW: u32 = 129;
    }

    /// Minecraft Java Edition's `VarInt` and `VarLong`, with [`TwosComplement`](crate::TwosComplement): surplus bits
    /// are dropped.
    JavaEdition {
        const DROP_BELOW: u32 = 129;
    }

    /// The length in front of a packet of Minecraft Java Edition: at most three bytes.
    JavaFrame {
        const MAX_BITS: u32 = 21;
    }

    /// Protocol Buffers: any field may have ten bytes, those of 32 bits and fewer drop what they cannot hold, those of
    /// 64 bits refuse it. Negative `int32` (as [`TwosComplement`](crate::TwosComplement)) are written in ten bytes.
    Protobuf {
        const DROP_BELOW: u32 = 64;
        const MIN_MAX_LEN: usize = 10;
        const SIGN_BITS: u32 = 64;
    }

    /// WebAssembly's unsigned integers (core specification, "Integers"): as [`Strict`]; signed ones are in
    /// [`signed`](crate::signed).
    Wasm {}

    /// Multiformats `unsigned-varint`: at most nine bytes and 63 bits, the shortest form only.
    Multiformats {
        const MINIMAL: bool = true;
        const MAX_BITS: u32 = 63;
    }

    /// Apache Kafka: surplus bits are dropped.
    Kafka {
        const DROP_BELOW: u32 = 129;
    }
}
