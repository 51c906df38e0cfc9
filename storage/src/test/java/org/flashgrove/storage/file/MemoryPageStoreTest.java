package org.flashgrove.storage.file;

class MemoryPageStoreTest extends FilePageStoreContract {
  private final StoreDirectory directory = new MemoryDirectory();

  @Override
  StoreDirectory directory() {
    return directory;
  }
}
