package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageStoreContract;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract, and what else holds for page stores in files of a directory. */
abstract class FilePageStoreContract extends PageStoreContract {
  private int stores;

  abstract StoreDirectory directory();

  RawFile.Caching caching() {
    return RawFile.Caching.BUFFERED;
  }

  @BeforeEach
  void skipWhereRefused() {
    if (caching() == RawFile.Caching.DIRECT) {
      try {
        directory().create("probe", RawFile.Caching.DIRECT).close();
      } catch (StoreIoException e) {
        Assumptions.abort("SKIPPED, direct I/O is refused here: " + e.getMessage());
      }
    }
  }

  @Override
  protected PageStore create(int pageSize) {
    return FilePageStore.create(directory(), "pages" + ++stores, caching(), pageSize);
  }

  @Override
  protected PageStore reopen(int pageSize) {
    return FilePageStore.open(directory(), "pages" + stores, caching(), pageSize);
  }

  private void resizeFile(long bytes) {
    try (RawFile file = directory().open("pages" + stores, RawFile.Caching.BUFFERED)) {
      file.resize(bytes);
    }
  }

  @Test
  void aSlotTheFileEndsBeforeIsDamage() {
    try (PageStore store = create(4096)) {
      store.extend(4);
      resizeFile(2 * 4096);
      assertThatThrownBy(
              () -> store.read(new long[] {1, 2, 3}, 3, AlignedBuffers.allocate(3 * 4096)))
          .isInstanceOf(DamagedStoreException.class)
          .hasMessageContaining("page 2");
    }
  }

  @Test
  void aFileOfBrokenSlotsIsDamage() {
    try (PageStore store = create(4096)) {
      store.extend(4);
    }
    resizeFile(3 * 4096 + 512);
    assertThatThrownBy(() -> reopen(4096))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("offset " + (3 * 4096 + 512));
  }

  @Test
  void filesAreCreatedOnceAndOpenedIfThere() {
    create(512).close();
    stores--;
    assertThatThrownBy(() -> create(512))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("pages1");
    stores = 99;
    assertThatThrownBy(() -> reopen(512))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("pages99");
  }

  @Test
  void refusesImpossiblePageSizes() {
    for (int pageSize : new int[] {0, -512, 256, 513, 131_072}) {
      assertThatThrownBy(() -> create(pageSize)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
