package org.flashgrove.salvage.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.salvage.page.LoggedPages;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.heap.page.HeapPage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages to which the changes of a damaged log are applied. */
class ChangedPagesTest {
  private static final int PAGE = 512;
  private static final long FIRST = 1;
  private static final long SECOND = 2;

  private final LoggedPages logged = new LoggedPages();
  private final ChangedPages pages = new ChangedPages(logged, new MemoryDirectory(), PAGE);
  private final HeapPage found = newPage();

  @AfterEach
  void close() {
    pages.close();
  }

  private static HeapPage newPage() {
    return new HeapPage(AlignedBuffers.allocate(PAGE).order(ByteOrder.LITTLE_ENDIAN));
  }

  private static byte[] cell(int content) {
    byte[] cell = new byte[64];
    cell[63] = (byte) content;
    return cell;
  }

  /** Two pages with a cell each, of frame 3. */
  private void prepare() {
    logged.change(FIRST, 9, 9, true);
    logged.change(SECOND, 9, 9, true);
    HeapPage base = newPage();
    pages.prepare(
        (pageId, lastChange) -> {
          base.format(HeapPage.DATA, pageId);
          base.put(0, cell(3), 64);
          base.version(3);
          pages.base(3, true, true);
          return base;
        });
  }

  private void change(long pageId, long frame, int content) {
    assertThat(pages.wants(pageId, frame)).isTrue();
    HeapPage page = pages.change(pageId);
    page.remove(0);
    page.put(0, cell(content), 64);
    pages.applied(pageId, frame);
  }

  private int content(long pageId) {
    assertThat(pages.read(logged.find(pageId), found)).isTrue();
    return found.bytes().get(found.offset(0) + 63);
  }

  @Test
  void changesOfEachFrameAreApplied() {
    prepare();
    for (int frame = 4; frame < 9; frame++) {
      change(FIRST, frame, frame);
      change(SECOND, frame, 2 * frame);
      change(FIRST, frame, 3 * frame);
    }
    pages.finish();
    assertThat(content(FIRST)).isEqualTo(24);
    assertThat(content(SECOND)).isEqualTo(16);
  }

  /** Also if changes of the frame have gone to the file before one does not fit. */
  @ParameterizedTest
  @ValueSource(ints = {4, 5, 6})
  void aPageGivenUpIsAsTheFrameBeforeLeftIt(int last) {
    prepare();
    for (int frame = 4; frame <= last; frame++) {
      change(FIRST, frame, frame);
      change(SECOND, frame, frame);
    }
    pages.giveUp(FIRST, last);
    assertThat(pages.wants(FIRST, last + 1)).isFalse();
    change(SECOND, last + 1, last + 1);
    pages.finish();
    assertThat(content(FIRST)).isEqualTo(last - 1);
    assertThat(content(SECOND)).isEqualTo(last + 1);
    assertThat(pages.isCertain(logged.find(FIRST), 0)).isFalse();
  }

  @Test
  void aPageThatBeganInTheFrameIsLost() {
    logged.change(FIRST, 9, 9, true);
    logged.change(SECOND, 9, 9, true);
    pages.prepare(
        (pageId, lastChange) -> {
          pages.base(-1, true, false);
          return null;
        });
    for (long pageId : new long[] {FIRST, SECOND}) {
      assertThat(pages.wants(pageId, 5)).isTrue();
      pages.format(HeapPage.DATA, pageId);
      pages.applied(pageId, 5);
    }
    pages.giveUp(FIRST, 5);
    pages.finish();
    assertThat(pages.read(logged.find(FIRST), found)).isFalse();
    assertThat(pages.read(logged.find(SECOND), found)).isTrue();
  }
}
