package org.flashgrove.storage.file;

import java.nio.file.Path;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.junit.jupiter.api.io.TempDir;

class BufferedPageStoreTest extends FilePageStoreContract {
  @TempDir Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path);
  }
}
