//! `cat` through a reader's schema, and of some fields.

mod run;

use std::fs;
use std::path::Path;

use run::{avocet, file};
use serde_json::{Value as Json, json};

const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/orders.avro");
const ROWS: &str = include_str!("../../../examples/orders.jsonl");

/// What `jq`-like code makes of the rows of the example.
fn expected(row: impl Fn(Json) -> Json) -> String {
    ROWS.lines().map(|text| row(serde_json::from_str(text).unwrap()).to_string() + "\n").collect()
}

/// The rows of a run, each with its members sorted, as `serde_json` sorts them.
#[track_caller]
fn sorted(arguments: &[&str]) -> String {
    let run = avocet(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    run.out.lines().map(|row| serde_json::from_str::<Json>(row).unwrap().to_string() + "\n").collect()
}

#[test]
fn fields_by_path() {
    assert_eq!(
        sorted(&["cat", "--fields", "number", ORDERS]),
        expected(|row| json!({"number": row["number"]}))
    );
    assert_eq!(
        sorted(&["cat", "--fields", "customer.name,number,customer.address.city", ORDERS]),
        expected(|row| {
            let customer = &row["customer"];
            json!({"number": row["number"], "customer": {"name": customer["name"], "address": {"city": customer["address"]["city"]}}})
        })
    );
}

#[test]
fn fields_come_in_the_order_of_the_schema() {
    let run = avocet(&["cat", "--limit", "1", "--fields", "status,id", ORDERS]);
    let row: Json = serde_json::from_str(ROWS.lines().next().unwrap()).unwrap();
    run.printed(&format!("{{\"id\":{},\"status\":{}}}\n", row["id"], row["status"]));
}

#[test]
fn a_field_that_is_not_there_is_an_error_of_the_file() {
    avocet(&["cat", "--fields", "id,customer.shoe", ORDERS]).failed(
        "",
        Path::new(ORDERS),
        &["in customer: expected a field of com.example.shop.Customer, found \"shoe\""],
    );
}

#[test]
fn rows_as_a_readers_schema() {
    let reader = file(
        "order-number.avsc",
        br#"{"type": "record", "name": "Order", "namespace": "com.example.shop", "fields": [
            {"name": "no", "type": "double", "aliases": ["number"]}, {"name": "new", "type": ["null", "string"], "default": null}]}"#,
    );
    let reader = reader.to_str().unwrap();
    assert_eq!(
        sorted(&["cat", "--reader-schema", reader, ORDERS]),
        expected(|row| json!({"no": row["number"].as_f64().unwrap(), "new": null}))
    );
    avocet(&["cat", "--reader-schema", ORDERS, ORDERS]).printed(ROWS);
    avocet(&["cat", "--reader-schema", reader, "--offset", "299", "--pretty", ORDERS])
        .printed("{\n  \"no\": 100300.0,\n  \"new\": null\n}\n");
}

#[test]
fn a_schema_that_does_not_fit_or_is_none() {
    let other = file("view-other.avsc", b"\"string\"");
    avocet(&["cat", "--reader-schema", other.to_str().unwrap(), ORDERS]).failed(
        "",
        Path::new(ORDERS),
        &["expected string"],
    );
    let broken = file("view-broken.avsc", b"{");
    avocet(&["cat", "--reader-schema", broken.to_str().unwrap(), ORDERS]).failed("", &broken, &["line 1"]);
}

#[test]
fn a_damaged_file_gives_its_whole_rows_through_a_view_too() {
    let orders = fs::read(ORDERS).unwrap();
    let cut = file("view-cut.avro", &orders[..orders.len() - 1]);
    let run = avocet(&["cat", "--fields", "number", cut.to_str().unwrap()]);
    let rows = expected(|row| json!({"number": row["number"]}));
    let whole: String = rows.split_inclusive('\n').take(280).collect();
    run.failed(&whole, &cut, &["at byte "]);
}
