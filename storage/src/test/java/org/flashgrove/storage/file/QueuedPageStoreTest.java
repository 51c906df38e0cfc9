package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads past the page cache: by the kernel's queue, where the platform has one. */
class QueuedPageStoreTest extends ParallelReadContract {
  private static final int PAGE = 4096;

  @Override
  RawFile.Caching caching() {
    return RawFile.Caching.DIRECT;
  }

  private static FileRanges ranges(long... offsets) {
    FileRanges ranges = new FileRanges();
    for (int i = 0; i < offsets.length; i++) {
      ranges.add(offsets[i], i * PAGE, PAGE);
    }
    return ranges;
  }

  @Test
  void theKernelsQueueIsUsedAndReportsWhereAFileEnds() {
    try (RawFile file = directory().create("queued", caching())) {
      file.write(0, AlignedBuffers.allocate(3 * PAGE).putInt(2 * PAGE, 7), 0, 3 * PAGE);
      file.resize(2 * PAGE + 512);
      ByteBuffer into = AlignedBuffers.allocate(4 * PAGE);
      FileRanges ranges = ranges(2 * PAGE, 0, 5 * PAGE, PAGE);
      boolean queued = file.readTogether(ranges, into, 2);
      Assumptions.assumeTrue(queued, "SKIPPED: no queue on this platform");
      assertThat(into.getInt(0)).isEqualTo(7);
      int[] read = {ranges.read(0), ranges.read(1), ranges.read(2), ranges.read(3)};
      assertThat(read).containsExactly(512, PAGE, 0, PAGE);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 16, 64})
  void manyRangesAreReadWhateverTheDepth(int depth) {
    int pages = 100;
    long[] offsets = Seeds.random().longs(pages, 0, pages).map(page -> page * PAGE).toArray();
    try (RawFile file = directory().create("many", caching())) {
      ByteBuffer content = AlignedBuffers.allocate(pages * PAGE);
      for (int page = 0; page < pages; page++) {
        content.putInt(page * PAGE, page + 1);
      }
      file.write(0, content, 0, pages * PAGE);
      for (int count : new int[] {31, 32, pages}) {
        ByteBuffer into = AlignedBuffers.allocate(pages * PAGE);
        FileRanges ranges = ranges(Arrays.copyOf(offsets, count));
        Assumptions.assumeTrue(file.readTogether(ranges, into, depth), "SKIPPED: no queue");
        for (int i = 0; i < count; i++) {
          assertThat(ranges.read(i)).isEqualTo(PAGE);
          assertThat(into.getInt(i * PAGE)).isEqualTo(offsets[i] / PAGE + 1);
        }
      }
      offsets[pages / 2] = Long.MAX_VALUE - 100; // an end that is no offset
      ByteBuffer into = AlignedBuffers.allocate(pages * PAGE);
      assertThatThrownBy(() -> file.readTogether(ranges(offsets), into, depth))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("read of 4096 bytes at " + offsets[pages / 2] + " failed: E");
      assertThat(file.readTogether(ranges(0), into, depth)).isTrue();
      assertThat(into.getInt(0)).isEqualTo(1);
    }
  }

  @Test
  void aReadThatFailsIsReportedAndTheQueueGoesOn() {
    try (RawFile file = directory().create("failing", caching())) {
      file.resize(8 * PAGE);
      ByteBuffer into = AlignedBuffers.allocate(4 * PAGE);
      Assumptions.assumeTrue(file.readTogether(ranges(0), into, 2), "SKIPPED: no queue");
      long beyond = Long.MAX_VALUE - 100; // an end that is no offset
      assertThatThrownBy(() -> file.readTogether(ranges(0, PAGE, beyond, 2 * PAGE), into, 2))
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining("read of 4096 bytes at " + beyond + " failed: E");
      FileRanges ranges = ranges(3 * PAGE, 0);
      assertThat(file.readTogether(ranges, into, 2)).isTrue();
      assertThat(ranges.read(0) + ranges.read(1)).isEqualTo(2 * PAGE);
    }
  }

  @Test
  void throughThePageCacheThereIsNoQueue() {
    try (RawFile file = directory().create("cached", RawFile.Caching.BUFFERED)) {
      file.resize(PAGE);
      assertThat(file.readTogether(ranges(0), AlignedBuffers.allocate(PAGE), 2)).isFalse();
    }
  }
}
