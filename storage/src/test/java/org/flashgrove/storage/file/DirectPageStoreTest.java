package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in the module's build directory, because temporary directories may be in memory. */
class DirectPageStoreTest extends FilePageStoreContract {
  @TempDir(factory = BuildDirectory.class)
  Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path);
  }

  @Override
  RawFile.Caching caching() {
    return RawFile.Caching.DIRECT;
  }

  @Test
  void refusesBuffersThatAreNotAligned() {
    try (PageStore store = create(512)) {
      store.extend(1);
      ByteBuffer skewed = AlignedBuffers.allocate(1024).slice(8, 512);
      assertThatThrownBy(() -> store.read(new long[] {0}, 1, skewed))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
