"""Reads and writes datums with fastavro: lines of JSON in, lines of JSON out.

In: {"schema": ..., "data": [hex, ...]}. Out: {"read": [text, ...], "written": [hex, ...]}, where a text is that of
`dump` in src/lib.rs, and an entry may be {"error": ...} instead.
"""

import io
import json
import struct
import sys

import fastavro


def dump(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "fnan" if value != value else "f" + struct.pack(">d", value).hex()
    if isinstance(value, (bytes, bytearray)):
        return "b" + bytes(value).hex()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(map(dump, value)) + "]"
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode())
        return "{" + ",".join(dump(key) + ":" + dump(member) for key, member in members) + "}"
    raise TypeError(type(value))


def attempt(work, *args):
    try:
        return work(*args)
    except Exception as error:  # whatever it is, the other side wants to know
        return {"error": f"{type(error).__name__}: {error}"}


def read(schema, data):
    source = io.BytesIO(bytes.fromhex(data))
    value = fastavro.schemaless_reader(source, schema)
    if source.read():
        raise ValueError("bytes left over")
    return value


def write(schema, value):
    target = io.BytesIO()
    fastavro.schemaless_writer(target, schema, value)
    return target.getvalue().hex()


def main():
    for line in sys.stdin:
        sample = json.loads(line)
        answer = {"read": [], "written": []}
        schema = attempt(fastavro.parse_schema, sample["schema"])
        for data in sample["data"]:
            if isinstance(schema, dict) and "error" in schema:
                answer["read"].append(schema)
                answer["written"].append(schema)
                continue
            value = attempt(read, schema, data)
            if isinstance(value, dict) and list(value) == ["error"]:
                answer["read"].append(value)
                answer["written"].append(value)
            else:
                answer["read"].append(attempt(dump, value))
                answer["written"].append(attempt(write, schema, value))
        print(json.dumps(answer))


main()
