"""Reads and writes a file of orders with fastavro, and prints a row of a Markdown table in ns per order."""

import io
import sys
import time

import fastavro

PASSES = 5


def least(work):
    """The shortest of several runs in nanoseconds, after one that does not count."""
    work()
    times = []
    for _ in range(PASSES):
        start = time.perf_counter_ns()
        work()
        times.append(time.perf_counter_ns() - start)
    return min(times)


with open(sys.argv[1], "rb") as file:
    content = file.read()

reader = fastavro.reader(io.BytesIO(content))
schema = fastavro.parse_schema(reader.writer_schema)
orders = list(reader)
read = least(lambda: sum(1 for _ in fastavro.reader(io.BytesIO(content))))
write = least(lambda: fastavro.writer(io.BytesIO(), schema, orders, sync_interval=65536))
print(f"| fastavro {fastavro.__version__} | {read / len(orders):.0f} | {write / len(orders):.0f} |")
