package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Files have the bytes that were written last, like files on disk. */
class PackedDirectoryTest {
  private static final int PAGE = 512;
  private static final int MOST_PAGES = 40;
  private static final int ROWS = 2000;

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private PackedDirectory made() {
    return made(TableOptions.defaults().withPageSize(PAGE));
  }

  private PackedDirectory made(TableOptions options) {
    ScratchBytes scratch =
        new ScratchBytes(
            directory.resolve("scratch"), new SealedStores.Granted(random.nextInt(20)), 700);
    return new PackedDirectory(options, scratch);
  }

  /** Fills pages with zeros, with few values, or with bytes that cannot be compressed. */
  private void fill(byte[] pages) {
    int values = new int[] {1, 3, 256}[random.nextInt(3)];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = (byte) random.nextInt(values);
    }
  }

  @RepeatedTest(10)
  void pagesStayAsTheyWere() throws IOException {
    byte[] model = new byte[MOST_PAGES * PAGE];
    int pages = 0;
    ByteBuffer buffer = AlignedBuffers.allocate(model.length + 1);
    try (PackedDirectory files = made()) {
      RawFile file = files.create("nodes.pages", RawFile.Caching.BUFFERED);
      for (int i = 0; i < 60; i++) {
        int first = random.nextInt(MOST_PAGES);
        int count = random.nextInt(MOST_PAGES - first);
        if (random.nextInt(5) == 0) {
          file.resize((long) first * PAGE);
          Arrays.fill(model, first * PAGE, model.length, (byte) 0);
          pages = first;
        } else if (count > 0) {
          byte[] written = new byte[count * PAGE];
          fill(written);
          buffer.put(1, written);
          file.write((long) first * PAGE, buffer, 1, written.length);
          System.arraycopy(written, 0, model, first * PAGE, written.length);
          pages = Math.max(pages, first + count);
        }
        if (random.nextInt(10) == 0) {
          file.close();
          file = files.open("nodes.pages", RawFile.Caching.BUFFERED);
        }
        requireSame(file, model, pages * PAGE, buffer);
      }
      file.close();
    }
  }

  private void requireSame(RawFile file, byte[] model, int size, ByteBuffer buffer) {
    assertThat(file.sizeBytes()).isEqualTo(size);
    int from = random.nextInt(size + 1);
    int length = random.nextInt(model.length - from);
    int some = Math.min(length, size - from);
    assertThat(file.read(from, buffer, 0, length)).isEqualTo(some);
    byte[] read = new byte[some];
    buffer.get(0, read);
    assertThat(read).isEqualTo(Arrays.copyOfRange(model, from, from + some));
  }

  @Test
  void pagesOfALoadedTableAreThoseOfAPlainDirectory() throws IOException {
    Schema schema =
        Schema.builder()
            .required("number", AttributeType.LONG)
            .nullable("name", AttributeType.STRING)
            .build();
    TableOptions options =
        TableOptions.defaults()
            .withFlash("none:buffer=1M")
            .withAttributes(schema)
            .withIndex("geometry", "rstar")
            .withAttributeIndex("number", "number");
    int pageSize = options.pageSize();
    MemoryDirectory plain = new MemoryDirectory();
    Set<Integer> forms = new TreeSet<>();
    try (PackedDirectory files = made(options);
        ChunkPacker packer = new ChunkPacker(RecordColumns.of(schema), pageSize, pageSize)) {
      load(new MirroredDirectory(files, plain), options);
      for (String name : files.pageFiles()) {
        byte[] pages = plain.firstBytes(name, Integer.MAX_VALUE);
        assertThat(files.firstBytes(name, Integer.MAX_VALUE)).isEqualTo(pages);
        byte[] reversed = reversed(pages, pageSize);
        for (byte[] written : List.of(reversed, pages)) {
          rewrite(files, name, written);
          assertThat(files.firstBytes(name, Integer.MAX_VALUE)).isEqualTo(written);
        }
        for (int at = 0; at < pages.length; at += pageSize) {
          if (packer.pack(Arrays.copyOfRange(pages, at, at + pageSize), pageSize) < pageSize) {
            forms.add((int) packer.bytes()[0]);
          }
        }
      }
      Table.open(files, true).close();
    }
    assertThat(forms)
        .contains(
            ChunkPacker.PLAIN,
            ChunkPacker.RECORDS,
            ChunkPacker.RECORDS + 2,
            ChunkPacker.RECORDS + 5);
  }

  private void load(StoreDirectory files, TableOptions options) throws IOException {
    try (Table table = Table.create(files, options)) {
      try (TableLoader loader = table.loader(new LoadOptions(1 << 20, directory))) {
        RowWriter row = new RowWriter(options.schema());
        for (int i = 0; i < ROWS; i++) {
          row.clear().set(0, random.nextLong());
          if (random.nextInt(4) > 0) {
            row.set(1, "name " + random.nextInt(100));
          }
          Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
          byte[] wkb = new WKBWriter().write(new GeometryFactory().createPoint(at));
          loader.appendWkb(i, ByteBuffer.wrap(wkb), row.row());
        }
        loader.commit();
      }
      table.store().compact();
    }
  }

  private static byte[] reversed(byte[] pages, int pageSize) {
    byte[] reversed = new byte[pages.length];
    for (int at = 0; at < pages.length; at += pageSize) {
      System.arraycopy(pages, at, reversed, pages.length - pageSize - at, pageSize);
    }
    return reversed;
  }

  private static void rewrite(PackedDirectory files, String name, byte[] pages) {
    ByteBuffer buffer = AlignedBuffers.allocate(pages.length).put(0, pages);
    try (RawFile file = files.open(name, RawFile.Caching.BUFFERED)) {
      file.write(0, buffer, 0, pages.length);
    }
  }

  @Test
  void nothingIsKeptAfterTheEnd() throws IOException {
    PackedDirectory files = made();
    files.replace("a", new byte[] {1});
    files.create("store.lock", RawFile.Caching.BUFFERED).close();
    files.create("nodes.pages", RawFile.Caching.BUFFERED).close();
    files.close();
    assertThat(List.of("a", "store.lock", "nodes.pages")).noneMatch(files::exists);
    assertThat(files.pageFiles()).isEmpty();
    assertThat(files.otherFiles()).isEmpty();
  }

  @Test
  void onlyWholePagesAreWritten() throws IOException {
    ByteBuffer buffer = AlignedBuffers.allocate(PAGE);
    try (PackedDirectory files = made();
        RawFile file = files.create("nodes.pages", RawFile.Caching.BUFFERED)) {
      assertThatThrownBy(() -> file.write(0, buffer, 0, PAGE - 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("whole pages");
      assertThatThrownBy(() -> file.resize(1)).isInstanceOf(IllegalArgumentException.class);
      assertThat(file.sizeBytes()).isZero();
    }
  }

  @Test
  void smallFilesAreListedUnderTheirLastNames() throws IOException {
    try (PackedDirectory files = made()) {
      files.replace("b", new byte[] {1});
      files.replace("a", new byte[] {2});
      files.replace("c", new byte[] {3});
      files.delete("c");
      files.create("store.lock", RawFile.Caching.BUFFERED).close();
      files.create("nodes.pages", RawFile.Caching.BUFFERED).close();
      assertThat(files.otherFiles()).containsExactly("a", "b");
      assertThat(files.pageFiles()).containsExactly("nodes.pages");
      assertThat(files.firstBytes("a", 10)).containsExactly(2);
      assertThatThrownBy(() -> files.rename("a", "a.pages"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }
}
