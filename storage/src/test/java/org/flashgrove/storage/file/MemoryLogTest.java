package org.flashgrove.storage.file;

class MemoryLogTest extends FrameLogContract {
  private final StoreDirectory directory = new MemoryDirectory();

  @Override
  StoreDirectory directory() {
    return directory;
  }
}
