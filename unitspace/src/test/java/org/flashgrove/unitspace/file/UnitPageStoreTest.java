package org.flashgrove.unitspace.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageStoreContract;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

/** Page stores in the units of a file, also after the directory was closed and opened again. */
class UnitPageStoreTest extends PageStoreContract {
  private final MemoryDirectory outer = new MemoryDirectory();
  private UnitDirectory directory = TestUnits.format(outer);
  private int stores;

  private RawFile.Caching caching() {
    return stores % 2 == 0 ? RawFile.Caching.DIRECT : RawFile.Caching.BUFFERED;
  }

  @Override
  protected PageStore create(int pageSize) {
    return FilePageStore.create(directory, "pages" + ++stores, caching(), pageSize);
  }

  @Override
  protected PageStore reopen(int pageSize) {
    directory.close();
    directory = TestUnits.mount(outer);
    return FilePageStore.open(directory, "pages" + stores, caching(), pageSize);
  }

  /** A page store that trims pages can write more pages in total than the space holds. */
  @Test
  void trimmedPagesMakeRoom() {
    int room = directory.space().room();
    try (PageStore store = create(4096)) {
      ByteBuffer page = AlignedBuffers.allocate(4096);
      for (int turn = 0; turn < 12; turn++) {
        for (long slot = 0; slot < 500; slot++) {
          page.putLong(0, turn * 1000 + slot).putLong(4088, 1);
          store.write(new long[] {slot}, 1, page);
        }
        store.read(new long[] {499}, 1, page);
        assertThat(page.getLong(0)).isEqualTo(turn * 1000 + 499);
        store.trim(0, 500);
        store.sync();
        directory.sync();
        assertThat(directory.space().room()).isBetween(room - 20, room);
      }
    }
    assertThat(directory.stats().resets()).isPositive();
  }
}
