package org.flashgrove.storage.file;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class PortableLogTest extends FrameLogContract {
  @TempDir Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path, FileAccess.PORTABLE);
  }
}
