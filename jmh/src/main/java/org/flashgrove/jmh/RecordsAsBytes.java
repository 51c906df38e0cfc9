package org.flashgrove.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import org.flashgrove.access.query.TableQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.access.table.TableRecord;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.chronicle.RecordBuffer;
import org.flashgrove.chronicle.RecordBytes;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.log.SyncMode;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures access to table records as {@code Bytes} of the library Chronicle Bytes, with and
 * without a copy. In the benchmarks for reading, the code uses the first and the last word of each
 * record. The score is the time per record.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
@Threads(1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
      "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
      "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"
    })
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RecordsAsBytes {
  private static final int RECORDS = 2_000;
  private static final int BATCH = 500;

  /** Bytes per record. */
  @Param({"64", "512", "2000"})
  private int size;

  private final long[] rids = new long[RECORDS];
  private final Random random = new Random(42);
  private final HeapRecord direct = HeapRecord.direct();
  private final HeapRecord onHeap = new HeapRecord();
  private final RecordBytes shown = new RecordBytes();
  private final RecordBuffer buffer = new RecordBuffer();
  private byte[] array;
  private Bytes<?> copy;
  private Bytes<?> written;
  private Path directory;
  private Table table;
  private TableSnapshot snapshot;

  /** Creates and fills a table. */
  @Setup
  public void fill() throws IOException {
    array = new byte[size];
    directory = Files.createTempDirectory("flashgrove-records");
    table =
        Table.create(
            directory.resolve("table"),
            TableOptions.defaults().withDevice("buffered").withSync(SyncMode.CLOSE));
    copy = Bytes.allocateElasticDirect(size);
    written = Bytes.allocateElasticDirect(size);
    for (int i = 0; i < size; i++) {
      written.writeByte((byte) random.nextInt());
    }
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < RECORDS; i++) {
        rids[i] = batch.insert(i, null, buffer.of(written));
      }
      batch.commit();
    }
    snapshot = table.snapshot();
  }

  /** Deletes the table. */
  @TearDown
  public void delete() throws IOException {
    snapshot.close();
    table.close();
    shown.close();
    copy.releaseLast();
    written.releaseLast();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(RecordsAsBytes::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long read(Bytes<?> bytes) {
    return bytes.readLong(0) + bytes.readLong(size - Long.BYTES);
  }

  private long readCopy(ByteBuffer attributes) {
    copy.clear();
    copy.writeSome(attributes);
    return read(copy);
  }

  /** Scans all records without copying them. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long scannedInPlace() {
    long[] sum = new long[1];
    TableQuery.of(snapshot).forEach((TableRecord r) -> sum[0] += read(shown.show(r.attributes())));
    return sum[0];
  }

  /** Scans all records and copies each record into a Bytes object. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long scannedCopied() {
    long[] sum = new long[1];
    TableQuery.of(snapshot)
        .forEach((TableRecord r) -> sum[0] += readCopy(r.attributes().duplicate()));
    return sum[0];
  }

  /** Scans all records as buffers, without a Bytes object. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long scannedAsBuffers() {
    long[] sum = new long[1];
    TableQuery.of(snapshot)
        .forEach(
            (TableRecord r) -> {
              ByteBuffer bytes = r.attributes().order(ByteOrder.nativeOrder());
              sum[0] += bytes.getLong(bytes.position()) + bytes.getLong(bytes.limit() - Long.BYTES);
            });
    return sum[0];
  }

  /** Reads a record by its RID (address) into off-heap memory that a Bytes object refers to. */
  @Benchmark
  public long foundInPlace() {
    snapshot.get(rids[random.nextInt(RECORDS)], direct);
    return read(shown.show(direct.attributes()));
  }

  /**
   * Reads a record by its RID (address) into a buffer on the heap, and copies it into a Bytes
   * object.
   */
  @Benchmark
  public long foundCopied() {
    snapshot.get(rids[random.nextInt(RECORDS)], onHeap);
    // Bytes cannot copy from a read-only buffer
    onHeap.attributes().duplicate().get(array, 0, size);
    copy.clear();
    copy.write(array, 0, size);
    return read(copy);
  }

  /** Inserts records from a Bytes object without copying. Rolls the batch back at the end. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long insertedInPlace() {
    long rid = 0;
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < BATCH; i++) {
        rid = batch.insert(i, null, buffer.of(written));
      }
    }
    return rid;
  }

  /**
   * Copies records from a Bytes object into an array and inserts the array. Rolls the batch back at
   * the end.
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public long insertedCopied() {
    long rid = 0;
    try (TableBatch batch = table.begin()) {
      for (int i = 0; i < BATCH; i++) {
        rid = batch.insert(i, null, ByteBuffer.wrap(written.toByteArray()));
      }
    }
    return rid;
  }
}
