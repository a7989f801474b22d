//! Shuffles for eight bytes or eight values of one or two bytes each, by an eight-bit mask.

/// Bytes to values: bit i of the index says that byte i continues. Each value's one or two bytes go to a 16-bit lane
/// (0x80 in a shuffle makes a zero).
pub(super) static SPREAD: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut byte) = (0, 0);
        while byte < 8 {
            if mask >> byte & 1 == 0 {
                let two = byte > 0 && mask >> (byte - 1) & 1 == 1;
                if two {
                    table[mask][2 * lane] = byte as u8 - 1;
                    table[mask][2 * lane + 1] = byte as u8;
                } else {
                    table[mask][2 * lane] = byte as u8;
                }
                lane += 1;
            }
            byte += 1;
        }
        mask += 1;
    }
    table
};

/// Values to bytes: bit i of the index says that the 16-bit lane i holds two bytes.
pub(super) static PACK: [[u8; 16]; 256] = {
    let mut table = [[0x80; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut lane, mut byte) = (0, 0);
        while lane < 8 {
            table[mask][byte] = 2 * lane as u8;
            byte += 1;
            if mask >> lane & 1 == 1 {
                table[mask][byte] = 2 * lane as u8 + 1;
                byte += 1;
            }
            lane += 1;
        }
        mask += 1;
    }
    table
};
