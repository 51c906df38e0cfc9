package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.flashgrove.access.plan.QueryPlanner;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.spark.dataset.SealedTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;

/** A thread that is interrupted reads on, and so do all others. */
class InterruptedReadsTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int ROWS = 5000;

  @TempDir private Path directory;

  private SealedTable sealed() throws IOException {
    return SealedTables.make(directory, ROWS, 4096);
  }

  static int count(TableSnapshot snapshot, ScanQuery query) {
    int count = 0;
    try (RecordCursor cursor = QueryPlanner.of(snapshot, query, null).open()) {
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
    byte[] expected =
        Arrays.copyOf(Files.readAllBytes(directory.resolve("store").resolve("nodes.pages")), 100);
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
    sealed.fetch(0, ByteBuffer.wrap(bytes), 0, bytes.length);
    return bytes;
  }
}
