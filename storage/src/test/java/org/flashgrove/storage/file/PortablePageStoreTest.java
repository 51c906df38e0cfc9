package org.flashgrove.storage.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.FileAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortablePageStoreTest extends FilePageStoreContract {
  @TempDir Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path, FileAccess.PORTABLE);
  }

  @Test
  void refusesDirectFiles() {
    assertThatThrownBy(() -> FilePageStore.create(directory(), "x", RawFile.Caching.DIRECT, 4096))
        .isInstanceOf(StoreIoException.class)
        .hasMessageContaining("direct I/O")
        .hasMessageContaining("buffered");
  }
}
