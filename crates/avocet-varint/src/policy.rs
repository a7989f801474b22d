//! What a decoder does where the formats disagree, as zero-sized types: surplus bits, padding, length, range.

/// The rules of one family of varints. Only constants, so a policy costs nothing at run time.
///
/// Own rules are a unit struct that overrides what differs from [`Strict`]:
///
/// ```
/// use avocet_varint::Policy;
///
/// /// MQTT's "remaining length": at most four bytes.
/// struct Mqtt;
/// impl Policy for Mqtt {
///     const MAX_BITS: u32 = 28;
///     const MINIMAL: bool = true;
/// }
/// ```
pub trait Policy {
    /// Bits beyond the type's width: dropped if true, [`Overflow`](crate::ErrorKind::Overflow) if false.
    const DROP_SURPLUS: bool = false;
    /// Refuse an encoding longer than the value needs with [`NotMinimal`](crate::ErrorKind::NotMinimal).
    const MINIMAL: bool = false;
    /// Values have at most this many bits, even if the type has more.
    const MAX_BITS: u32 = 128;
    /// Encodings may have this many bytes, even if the type needs fewer.
    const MIN_MAX_LEN: usize = 0;
}

/// The default: at most ⌈bits / 7⌉ bytes, surplus bits are an error, zero padding inside that length is accepted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Strict;

impl Policy for Strict {}
