package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.device.FileDeviceConfig;
import org.flashgrove.storage.file.call.Posix;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Space that files take of their file system: set aside, given back. */
class FileSpaceTest {
  private static final int PAGE = 4096;
  private static final int PAGES = 1024;

  @TempDir(factory = BuildDirectory.class)
  Path path;

  private FileDevice device(String spec) {
    Assumptions.assumeTrue(Posix.isAvailable(), "SKIPPED: no native calls");
    return FileDeviceConfig.of(Spec.parse(spec)).files(path);
  }

  private long spaceBytes() throws IOException, InterruptedException {
    return DiskSpace.bytesOf(path.resolve("p"));
  }

  private static void fill(PageStore pages) {
    long[] slots = new long[PAGES];
    ByteBuffer content = AlignedBuffers.allocate(PAGES * PAGE);
    for (int i = 0; i < PAGES; i++) {
      slots[i] = i;
      content.putLong(i * PAGE, i + 1);
    }
    pages.write(slots, PAGES, content);
    pages.sync();
  }

  private static long word(PageStore pages, long slot) {
    ByteBuffer into = AlignedBuffers.allocate(PAGE);
    pages.read(new long[] {slot}, 1, into);
    return into.getLong(0);
  }

  @Test
  void preallocationTakesSpaceAndLeavesTheLength() throws IOException, InterruptedException {
    try (FileDevice device = device("buffered:preallocate=4M");
        PageStore pages = device.createPages("p", PAGE)) {
      Assumptions.assumeTrue(spaceBytes() > 0, "SKIPPED: the file system sets nothing aside");
      assertThat(spaceBytes()).isGreaterThanOrEqualTo(4 << 20);
      assertThat(pages.pageCount()).isZero();
      assertThat(Files.size(path.resolve("p"))).isZero();
      fill(pages);
      assertThat(spaceBytes()).isLessThanOrEqualTo((4 << 20) + (1 << 16));
      assertThat(pages.leastDiscard()).isZero();
      assertThat(pages.discard(0, PAGES / 2)).isFalse();
      assertThat(word(pages, 5)).isEqualTo(6);
    }
  }

  @Test
  void discardedSlotsGiveTheirSpaceBack() throws IOException, InterruptedException {
    try (FileDevice device = device("buffered");
        PageStore pages = device.createPages("p", PAGE)) {
      fill(pages);
      long full = spaceBytes();
      Assumptions.assumeTrue(pages.discard(PAGES / 4, PAGES / 2), "SKIPPED: no holes here");
      assertThat(spaceBytes()).isLessThanOrEqualTo(full - PAGES / 2 * PAGE + (1 << 16));
      assertThat(pages.pageCount()).isEqualTo(PAGES);
      assertThat(word(pages, PAGES / 4 - 1)).isEqualTo(PAGES / 4);
      assertThat(word(pages, PAGES / 4)).isZero();
      assertThat(word(pages, PAGES / 4 * 3)).isEqualTo(PAGES / 4 * 3 + 1);
    }
  }

  @Test
  void aShorterStoreTakesLessSpace() throws IOException, InterruptedException {
    try (FileDevice device = device("buffered:trim=off");
        PageStore pages = device.createPages("p", PAGE)) {
      fill(pages);
      assertThat(pages.leastDiscard()).isZero();
      pages.trim(PAGES / 2, PAGES / 2);
      assertThat(Files.size(path.resolve("p"))).isEqualTo(PAGES / 2 * PAGE);
      assertThat(spaceBytes()).isLessThanOrEqualTo(PAGES / 2 * PAGE + (1 << 16));
    }
  }
}
