//! A record of 300 fields: its code is compiled, and reads what it writes.

use avocet::{Avro, Decoder, Plan, Schema, Value, from_slice, to_vec};

macro_rules! wide {
    ($($long:ident $int:ident $double:ident $flag:ident $text:ident $maybe:ident,)*) => {
        #[derive(Avro, Default, Debug, PartialEq)]
        struct Wide {
            $(
                $long: i64,
                $int: i32,
                $double: f64,
                $flag: bool,
                $text: String,
                $maybe: Option<i64>,
            )*
        }

        impl Wide {
            /// Another value for each field.
            fn counted() -> Self {
                let mut count = 0;
                let mut next = || {
                    count += 1;
                    count
                };
                Wide {
                    $(
                        $long: i64::from(next()) << 20,
                        $int: -next(),
                        $double: f64::from(next()) / 4.0,
                        $flag: next() % 8 == 0,
                        $text: next().to_string(),
                        $maybe: (next() % 4 == 0).then(|| next().into()),
                    )*
                }
            }
        }
    };
}

wide! {
    long0 int0 double0 flag0 text0 maybe0, long1 int1 double1 flag1 text1 maybe1,
    long2 int2 double2 flag2 text2 maybe2, long3 int3 double3 flag3 text3 maybe3,
    long4 int4 double4 flag4 text4 maybe4, long5 int5 double5 flag5 text5 maybe5,
    long6 int6 double6 flag6 text6 maybe6, long7 int7 double7 flag7 text7 maybe7,
    long8 int8 double8 flag8 text8 maybe8, long9 int9 double9 flag9 text9 maybe9,
    long10 int10 double10 flag10 text10 maybe10, long11 int11 double11 flag11 text11 maybe11,
    long12 int12 double12 flag12 text12 maybe12, long13 int13 double13 flag13 text13 maybe13,
    long14 int14 double14 flag14 text14 maybe14, long15 int15 double15 flag15 text15 maybe15,
    long16 int16 double16 flag16 text16 maybe16, long17 int17 double17 flag17 text17 maybe17,
    long18 int18 double18 flag18 text18 maybe18, long19 int19 double19 flag19 text19 maybe19,
    long20 int20 double20 flag20 text20 maybe20, long21 int21 double21 flag21 text21 maybe21,
    long22 int22 double22 flag22 text22 maybe22, long23 int23 double23 flag23 text23 maybe23,
    long24 int24 double24 flag24 text24 maybe24, long25 int25 double25 flag25 text25 maybe25,
    long26 int26 double26 flag26 text26 maybe26, long27 int27 double27 flag27 text27 maybe27,
    long28 int28 double28 flag28 text28 maybe28, long29 int29 double29 flag29 text29 maybe29,
    long30 int30 double30 flag30 text30 maybe30, long31 int31 double31 flag31 text31 maybe31,
    long32 int32 double32 flag32 text32 maybe32, long33 int33 double33 flag33 text33 maybe33,
    long34 int34 double34 flag34 text34 maybe34, long35 int35 double35 flag35 text35 maybe35,
    long36 int36 double36 flag36 text36 maybe36, long37 int37 double37 flag37 text37 maybe37,
    long38 int38 double38 flag38 text38 maybe38, long39 int39 double39 flag39 text39 maybe39,
    long40 int40 double40 flag40 text40 maybe40, long41 int41 double41 flag41 text41 maybe41,
    long42 int42 double42 flag42 text42 maybe42, long43 int43 double43 flag43 text43 maybe43,
    long44 int44 double44 flag44 text44 maybe44, long45 int45 double45 flag45 text45 maybe45,
    long46 int46 double46 flag46 text46 maybe46, long47 int47 double47 flag47 text47 maybe47,
    long48 int48 double48 flag48 text48 maybe48, long49 int49 double49 flag49 text49 maybe49,
}

#[test]
fn three_hundred_fields() {
    let schema = Wide::schema();
    let avocet::schema::Kind::Record(record) = schema.root().kind() else { panic!("no record: {schema}") };
    assert_eq!(record.fields().len(), 300);
    for wide in [Wide::default(), Wide::counted()] {
        let bytes = to_vec(&wide).unwrap();
        assert_eq!(from_slice::<Wide>(&bytes).unwrap(), wide);
        assert_eq!(Value::decode(schema, &bytes).unwrap().encode(schema).unwrap(), bytes);
    }
    // Each byte counts.
    let bytes = to_vec(&Wide::counted()).unwrap();
    for end in 0..bytes.len() {
        from_slice::<Wide>(&bytes[..end]).unwrap_err();
    }
}

#[test]
fn three_hundred_fields_of_another_order() {
    let text: serde_json::Value = serde_json::from_str(&Wide::schema().to_string()).unwrap();
    let mut writer = text;
    writer["fields"].as_array_mut().unwrap().reverse();
    let writer = Schema::parse(&writer.to_string()).unwrap();
    let wide = Wide::counted();
    let value =
        Plan::resolve(Wide::schema(), &writer).unwrap().decode_value(&to_vec(&wide).unwrap()).unwrap();
    let bytes = value.encode(&writer).unwrap();
    assert_eq!(Decoder::<Wide>::new(&writer).unwrap().decode(&bytes).unwrap(), wide);
}
