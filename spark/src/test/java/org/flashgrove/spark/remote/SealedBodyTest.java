package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sealed table has the bytes of its store, compressed. */
class SealedBodyTest {
  private static final int ROWS = 3000;

  /** Offset of the codec's number in the directory of a table without further files. */
  private static final int CODEC = 8;

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private FileSystem files() throws IOException {
    FileSystem files = new RawLocalFileSystem();
    files.initialize(URI.create("file:///"), new Configuration(false));
    return files;
  }

  private SealedDirectory open(SealedTable table, long gap) throws IOException {
    return new SealedDirectory(
        files(),
        new org.apache.hadoop.fs.Path(directory.resolve("sealed").toUri()),
        table.bytes(),
        table.head(),
        gap);
  }

  @ParameterizedTest
  @ValueSource(ints = {512, 4096, 65536})
  void rangesHaveTheBytesOfTheStore(int pageSize) throws IOException {
    SealedTable table = SealedTables.make(directory, ROWS, pageSize);
    long stored = 0;
    try (SealedDirectory sealed = open(table, random.nextInt(3) * 8192L);
        Stream<Path> store = Files.list(directory.resolve("store"))) {
      for (Path file : (Iterable<Path>) store::iterator) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".lock")) {
          byte[] expected = Files.readAllBytes(file);
          same(sealed.open(name, RawFile.Caching.values()[0]), expected);
          stored += expected.length;
        }
      }
    }
    assertThat(table.head()).isLessThan(stored * 6 / 10);
  }

  private void same(RawFile file, byte[] expected) {
    assertThat(file.sizeBytes()).isEqualTo(expected.length);
    int count = 20;
    int[] cuts = random.ints(2 * count, 0, expected.length + 1).sorted().toArray();
    FileRanges ranges = new FileRanges();
    ByteBuffer into = ByteBuffer.allocate(expected.length);
    ByteBuffer one = ByteBuffer.allocate(expected.length);
    byte[] wanted = new byte[expected.length];
    for (int i = 0; i < count; i++) {
      int from = cuts[2 * i];
      int length = cuts[2 * i + 1] - from;
      ranges.add(from, from, length);
      System.arraycopy(expected, from, wanted, from, length);
      assertThat(file.read(from, one, from, length)).isEqualTo(length);
    }
    assertThat(one.array()).isEqualTo(wanted);
    assertThat(file.readTogether(ranges, into, 4)).isTrue();
    assertThat(into.array()).isEqualTo(wanted);
  }

  @Test
  void damagedChunksAndUnknownCodecsAreNamed() throws IOException {
    SealedTable table = SealedTables.make(directory, ROWS, 4096);
    Path file = directory.resolve("sealed");
    byte[] whole = Files.readAllBytes(file);
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, 0, (int) table.head(), (byte) 7);
    Files.write(file, damaged);
    try (SealedDirectory sealed = open(table, 0)) {
      RawFile pages = sealed.open("nodes.pages", RawFile.Caching.values()[0]);
      assertThatThrownBy(() -> pages.read(20_000, ByteBuffer.allocate(100), 0, 100))
          .isInstanceOf(StoreIoException.class)
          .cause()
          .hasMessageContaining("chunk 4 is damaged");
    }
    ByteBuffer changed = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int footer = whole.length - SealedLayout.FOOTER_BYTES;
    int codec = (int) changed.getLong(footer) + CODEC;
    assertThat(changed.getInt(codec)).isEqualTo(Chunks.COLUMNS);
    changed.putInt(codec, 9);
    CRC32C sum = new CRC32C();
    sum.update(whole, (int) table.head(), footer - (int) table.head());
    changed.putInt(footer + Long.BYTES, (int) sum.getValue());
    Files.write(file, whole);
    assertThatThrownBy(() -> open(table, 0))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("sealed: is compressed by codec 9 (allowed: up to 2)");
  }

  @Test
  void eachGapHasAnOpenTable() throws IOException {
    SealedTable table = SealedTables.make(directory, ROWS, 4096);
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(directory.resolve("sealed").toUri());
    try (OpenTables.Use narrow = OpenTables.open(files(), path, table, 0);
        OpenTables.Use wide = OpenTables.open(files(), path, table, 1 << 20);
        OpenTables.Use again = OpenTables.open(files(), path, table, 0)) {
      assertThat(wide.table()).isNotSameAs(narrow.table());
      assertThat(again.table()).isSameAs(narrow.table());
    }
    OpenTables.closeUnused();
  }

  @ParameterizedTest
  @CsvSource({"sealed-format-1, 27136", "sealed-codec-1, 6196"})
  void tablesOfEarlierFormatsAreRead(String file, long head) throws IOException {
    byte[] bytes;
    try (InputStream in =
        new GZIPInputStream(getClass().getResourceAsStream("/" + file + ".table.gz"))) {
      bytes = in.readAllBytes();
    }
    Files.write(directory.resolve("sealed"), bytes);
    SealedTable table = new SealedTable("sealed", bytes.length, head, 200, 200, null, Map.of());
    try (OpenTables.Use use =
            OpenTables.open(
                files(),
                new org.apache.hadoop.fs.Path(directory.resolve("sealed").toUri()),
                table,
                0);
        TableSnapshot snapshot = use.table().snapshot()) {
      assertThat(InterruptedReadsTest.count(snapshot, ScanQuery.ALL)).isEqualTo(200);
    }
    OpenTables.closeUnused();
  }
}
