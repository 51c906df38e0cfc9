package org.flashgrove.geoparquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;
import org.flashgrove.datasets.source.SourceReadException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** A scan gives the same pages and failures with and without a background thread. */
class ColumnScanTest {
  private static final int ROWS = 2_000;

  @TempDir private Path folder;
  private Path file;

  /** Writes lines of 60 vertices, whose pages have more bytes than a scan reads ahead. */
  @BeforeEach
  void write() {
    file = folder.resolve("a.parquet");
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("number"),
            List.of(AttributeType.REAL),
            List.of(),
            0,
            List.of());
    Random random = new Random(1);
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(
            i,
            new GeometryFactory()
                .createLineString(
                    Stream.generate(() -> new Coordinate(random.nextDouble(), random.nextDouble()))
                        .limit(60)
                        .toArray(Coordinate[]::new)),
            new Object[] {0.5 * i});
      }
    }
  }

  private static ColumnDescriptor geometries(ParquetFile parquet) {
    return parquet.schema().getColumnDescription(new String[] {"geometry"});
  }

  /** Copies the pages up to the end or to a damaged page, whose message follows. */
  private static List<Object> contents(ByteSource source, boolean isAhead) throws IOException {
    List<Object> found = new ArrayList<>();
    try (ParquetFile parquet = new ParquetFile(source);
        ColumnScan scan = new ColumnScan(parquet, geometries(parquet), 0, isAhead)) {
      for (DataPage page = scan.next().data(); page != null; page = scan.next().data()) {
        found.add(ByteBuffer.wrap(((DataPageV1) page).getBytes().toByteArray()));
      }
    } catch (InputException e) {
      found.add(e.getMessage());
    }
    return found;
  }

  private DiskSource source() {
    return new DiskSource(file, "a.parquet");
  }

  @Test
  void bothWaysGiveTheSamePages() throws IOException {
    List<Object> pages = contents(source(), false);
    assertThat(pages).hasSizeGreaterThan(20);
    assertThat(contents(source(), true)).isEqualTo(pages);
  }

  @Test
  void theCallerGetsTheFailureAfterThePagesBeforeIt() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (ParquetFile parquet = new ParquetFile(source())) {
      Footer.Column column = parquet.chunk(parquet.groups().get(0), geometries(parquet));
      int middle = (int) (column.start() + column.size() / 2);
      for (int i = 0; i < 70_000; i++) {
        bytes[middle + i] ^= 0x55;
      }
    }
    Files.write(file, bytes);
    List<Object> pages = contents(source(), false);
    assertThat(pages).hasSizeGreaterThan(5);
    assertThat(pages.get(pages.size() - 1)).asString().startsWith("a.parquet, column geometry: ");
    assertThat(contents(source(), true)).isEqualTo(pages);
  }

  /** Waits until no thread of a scan runs, which fails by the time limit of the test. */
  private static void awaitTheEndOfAllThreads() throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals(ColumnScan.THREAD)) {
        each.join();
      }
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aScanThatIsClosedEarlyEndsItsThread() throws Exception {
    try (ParquetFile parquet = new ParquetFile(source())) {
      try (ColumnScan scan = new ColumnScan(parquet, geometries(parquet), 0, true)) {
        assertThat(scan.next().data()).isNotNull();
      }
      awaitTheEndOfAllThreads();
    }
  }

  /** Source whose first read of a page waits until it is released. */
  private static final class Gate implements ByteSource {
    private final ByteSource file;
    private final CountDownLatch open = new CountDownLatch(1);
    private volatile boolean isShut;

    Gate(ByteSource file) {
      this.file = file;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public int read(long at, byte[] into, int offset, int count) {
      try {
        if (isShut) {
          open.await();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      return file.read(at, into, offset, count);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anInterruptedCallerStopsWaiting() throws Exception {
    Gate gate = new Gate(source());
    try (ParquetFile parquet = new ParquetFile(gate)) {
      gate.isShut = true;
      try (ColumnScan scan = new ColumnScan(parquet, geometries(parquet), 0, true)) {
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(SourceReadException.class)
            .isThrownBy(scan::next)
            .withMessage("a.parquet: cannot be read");
        assertThat(Thread.interrupted()).isTrue();
      } finally {
        gate.open.countDown();
      }
      awaitTheEndOfAllThreads();
    }
  }
}
