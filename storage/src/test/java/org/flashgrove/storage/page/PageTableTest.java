package org.flashgrove.storage.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.flashgrove.core.page.PinnedImage;
import org.junit.jupiter.api.Test;

class PageTableTest {
  private static final int MOVES = 1_000_000;

  private static final class Image extends PinnedImage {
    private volatile long pageId;

    @Override
    protected String name() {
      return "page " + pageId;
    }
  }

  @Test
  void returnsTheImagesThatWereSet() {
    PageTable<Image> table = new PageTable<>(Image::unpin);
    Image image = new Image();
    for (long pageId : new long[] {0, 1_023, 1_024, 50_000}) {
      assertThat(table.get(pageId)).isNull();
      assertThat(table.pin(pageId)).isNull();
      table.set(pageId, image);
      assertThat(table.get(pageId)).isSameAs(image);
      assertThat(table.pin(pageId)).isSameAs(image);
      assertThat(image.isPinned()).isTrue();
      image.unpin();
      table.set(pageId, null);
      assertThat(table.get(pageId)).isNull();
    }
    assertThat(image.isPinned()).isFalse();
  }

  @Test
  void aClaimedImageCannotBePinned() {
    PageTable<Image> table = new PageTable<>(Image::unpin);
    Image image = new Image();
    table.set(7, image);
    assertThat(image.tryClaim()).isTrue();
    assertThat(table.pin(7)).isNull();
    image.unclaim();
    assertThat(table.pin(7)).isSameAs(image);
  }

  /** An image moves to and fro between two pages. A reader never pins it as the wrong page. */
  @Test
  void anImageThatWasReusedIsNotReturned() throws Exception {
    PageTable<Image> table = new PageTable<>(Image::unpin);
    Image image = new Image();
    table.set(0, image);
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicLong wrong = new AtomicLong();
    ExecutorService thread = Executors.newSingleThreadExecutor();
    try {
      Future<?> reader =
          thread.submit(
              () -> {
                while (!isDone.get()) {
                  Image pinned = table.pin(0);
                  if (pinned != null) {
                    wrong.addAndGet(pinned.pageId);
                    pinned.unpin();
                  }
                }
              });
      for (int i = 0; i < MOVES; i++) {
        table.set(image.pageId, null);
        while (!image.tryClaim()) {
          Thread.onSpinWait();
        }
        image.pageId ^= 1;
        image.unclaim();
        table.set(image.pageId, image);
        Thread.onSpinWait();
      }
      isDone.set(true);
      reader.get(60, TimeUnit.SECONDS);
      assertThat(wrong).hasValue(0);
    } finally {
      isDone.set(true);
      thread.shutdownNow();
    }
  }
}
