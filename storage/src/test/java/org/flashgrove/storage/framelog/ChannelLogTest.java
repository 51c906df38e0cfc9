package org.flashgrove.storage.framelog;

import java.nio.file.Path;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.FileAccess;
import org.junit.jupiter.api.io.TempDir;

class ChannelLogTest extends FrameLogContract {
  @TempDir Path path;

  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path, FileAccess.CHANNELS);
  }
}
