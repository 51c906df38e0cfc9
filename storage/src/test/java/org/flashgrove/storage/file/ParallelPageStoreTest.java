package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract over a store that reads in parallel. */
class ParallelPageStoreTest extends FilePageStoreContract {
  private static final int DEPTH = 4;

  @TempDir Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path);
  }

  @Override
  protected PageStore create(int pageSize) {
    return new ParallelPageStore(super.create(pageSize), DEPTH);
  }

  @Override
  protected PageStore reopen(int pageSize) {
    return new ParallelPageStore(super.reopen(pageSize), DEPTH);
  }

  @Test
  void manySlotsComeInTheOrderAskedFor() {
    Random random = Seeds.random(ParallelPageStoreTest.class);
    try (PageStore store = create(512)) {
      int pages = 300;
      ByteBuffer content = AlignedBuffers.allocate(pages * 512);
      long[] slots = new long[pages];
      for (int i = 0; i < pages; i++) {
        slots[i] = i;
        content.putLong(i * 512, i);
      }
      store.write(slots, pages, content);
      for (int round = 0; round < 50; round++) {
        int count = random.nextInt(pages);
        for (int i = 0; i < count; i++) {
          boolean neighbour = i > 0 && slots[i - 1] + 1 < pages && random.nextBoolean();
          slots[i] = neighbour ? slots[i - 1] + 1 : random.nextInt(pages);
        }
        ByteBuffer into = AlignedBuffers.allocate(pages * 512);
        store.read(slots, count, into);
        for (int i = 0; i < count; i++) {
          assertThat(into.getLong(i * 512)).isEqualTo(slots[i]);
        }
      }
    }
  }
}
