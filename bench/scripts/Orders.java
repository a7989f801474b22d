import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.file.SeekableByteArrayInput;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;

/** Reads and writes a file of orders as generic records, and prints a row of a Markdown table in ns per order. */
public class Orders {
    private static final int WARM = 30;
    private static final int PASSES = 20;

    private interface Work {
        void run() throws IOException;
    }

    public static void main(String[] arguments) throws IOException {
        byte[] file = Files.readAllBytes(Path.of(arguments[0]));
        List<GenericRecord> orders = new ArrayList<>();
        Schema schema;
        try (DataFileReader<GenericRecord> reader = open(file)) {
            schema = reader.getSchema();
            reader.forEach(orders::add);
        }
        long read = least(() -> {
            try (DataFileReader<GenericRecord> reader = open(file)) {
                GenericRecord order = null;
                while (reader.hasNext()) {
                    order = reader.next(order);
                }
            }
        });
        long write = least(() -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream(file.length);
            try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
                writer.setSyncInterval(65536);
                writer.create(schema, out);
                for (GenericRecord order : orders) {
                    writer.append(order);
                }
            }
        });
        String version = Schema.class.getPackage().getImplementationVersion();
        System.out.printf("| Java %s, generic, record reused | %d | %d |%n",
                version == null ? "" : version, read / orders.size(), write / orders.size());
    }

    private static DataFileReader<GenericRecord> open(byte[] file) throws IOException {
        return new DataFileReader<>(new SeekableByteArrayInput(file), new GenericDatumReader<>());
    }

    /** The shortest of several runs in nanoseconds, after those that only warm up. */
    private static long least(Work work) throws IOException {
        long least = Long.MAX_VALUE;
        for (int pass = 0; pass < WARM + PASSES; pass++) {
            long start = System.nanoTime();
            work.run();
            if (pass >= WARM) {
                least = Math.min(least, System.nanoTime() - start);
            }
        }
        return least;
    }
}
