package org.flashgrove.storage.framelog;

import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.StoreDirectory;

class MemoryLogTest extends FrameLogContract {
  private final StoreDirectory directory = new MemoryDirectory();

  @Override
  StoreDirectory directory() {
    return directory;
  }
}
