package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files have the bytes that were written last, like files on disk. */
class PackedDirectoryTest {
  private static final int PAGE = 512;
  private static final int MOST_PAGES = 40;

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  private PackedDirectory made() {
    ScratchBytes scratch =
        new ScratchBytes(
            directory.resolve("scratch"), new SealedStores.Granted(random.nextInt(20)), 700);
    return new PackedDirectory(TableOptions.defaults().withPageSize(PAGE), scratch);
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
