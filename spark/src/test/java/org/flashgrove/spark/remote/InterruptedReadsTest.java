package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.write.TableSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** A thread that is interrupted reads on, and so do all others. */
class InterruptedReadsTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int ROWS = 5000;

  @TempDir private Path directory;

  private SealedTable sealed() throws IOException {
    Columns columns =
        new Columns(
            new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType),
            "geom");
    Path store = directory.resolve("store");
    RowWriter values = new RowWriter(columns.attributes());
    try (Table table =
        Table.create(store, new TableSettings("rstar", 4096, List.of()).options(columns))) {
      try (TableLoader loader = table.loader("hilbert", 1 << 20, directory)) {
        for (int i = 0; i < ROWS; i++) {
          values.clear().set(0, (long) i);
          byte[] wkb =
              new WKBWriter().write(FACTORY.createPoint(new Coordinate(i % 100, i / 100.0)));
          loader.appendWkb(i, ByteBuffer.wrap(wkb), values.row());
        }
        loader.commit();
      }
      table.store().compact();
    }
    TableSealer.Sealed made;
    try (OutputStream out = Files.newOutputStream(directory.resolve("sealed"))) {
      made = TableSealer.seal(store, out);
    }
    return new SealedTable("sealed", made.bytes(), made.head(), ROWS, ROWS, null, Map.of());
  }

  private static int count(TableSnapshot snapshot, ScanQuery query) {
    int count = 0;
    try (RecordCursor cursor =
        TableScan.open(snapshot, query, TableScan.usual(snapshot.indices(), query))) {
      while (cursor.next()) {
        count++;
      }
    }
    return count;
  }

  @Test
  @Timeout(60)
  void interruptedThreadsReadOn() throws Exception {
    SealedTable table = sealed();
    FileSystem files = new RawLocalFileSystem();
    files.initialize(URI.create("file:///"), new Configuration(false));
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(directory.resolve("sealed").toUri());
    ScanQuery window =
        ScanQuery.where(
            new GeometryQuery(
                Predicate.INTERSECTS,
                Semantics.OGC,
                FACTORY.toGeometry(new Envelope(10.5, 60.5, 0, 100))));
    for (ScanQuery query : List.of(ScanQuery.ALL, window)) {
      int expected = query == window ? ROWS / 2 : ROWS;
      try (OpenTables.Use use = OpenTables.open(files, path, table, 0);
          TableSnapshot snapshot = use.table().snapshot()) {
        FutureTask<Integer> interrupted =
            new FutureTask<>(
                () -> {
                  Thread.currentThread().interrupt();
                  try (TableSnapshot own = use.table().snapshot()) {
                    int found = count(own, query);
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    return found;
                  }
                });
        new Thread(interrupted).start();
        assertThat(interrupted.get()).isEqualTo(expected);
        assertThat(count(snapshot, query)).isEqualTo(expected);
      }
      OpenTables.closeUnused();
    }
  }

  /** One reader fails and reopens the file while another reader is about to read it. */
  private static final class ClosedDuringRead extends RawLocalFileSystem {
    private final Thread first = Thread.currentThread();
    private final CountDownLatch reading = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean hasFailed;
    private volatile boolean isArmed;

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferBytes)
        throws IOException {
      return new FSDataInputStream(super.open(path, bufferBytes).getWrappedStream()) {
        @Override
        public void readFully(long position, byte[] into, int at, int length) throws IOException {
          if (isArmed && Thread.currentThread() != first) {
            reading.countDown();
            awaitClosing();
          } else if (isArmed && !hasFailed) {
            hasFailed = true;
            throw new IOException("made to fail");
          }
          super.readFully(position, into, at, length);
        }

        private void awaitClosing() throws IOException {
          try {
            closed.await();
          } catch (InterruptedException e) {
            throw new IOException(e);
          }
        }

        @Override
        public void close() throws IOException {
          super.close();
          closed.countDown();
        }
      };
    }
  }

  @Test
  @Timeout(60)
  void aReaderWhoseStreamIsClosedReadsAgain() throws Exception {
    SealedTable table = sealed();
    ClosedDuringRead files = new ClosedDuringRead();
    files.initialize(URI.create("file:///"), new Configuration(false));
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(directory.resolve("sealed").toUri());
    byte[] expected = Arrays.copyOf(Files.readAllBytes(directory.resolve("sealed")), 100);
    try (SealedDirectory sealed =
        new SealedDirectory(files, path, table.bytes(), table.head(), 0)) {
      files.isArmed = true;
      FutureTask<byte[]> other = new FutureTask<>(() -> read(sealed));
      new Thread(other).start();
      files.reading.await();
      assertThat(read(sealed)).isEqualTo(expected);
      assertThat(other.get()).isEqualTo(expected);
    }
  }

  private static byte[] read(SealedDirectory sealed) throws IOException {
    byte[] bytes = new byte[100];
    sealed.fetch(0, bytes, 0, bytes.length);
    return bytes;
  }
}
