package org.flashgrove.storage.file;

import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.FileAccess;

/** Files by channels, past the page cache: threads read many pages. */
class ChannelPageStoreTest extends ParallelReadContract {
  @Override
  StoreDirectory directory() {
    return new DiskDirectory(path, FileAccess.CHANNELS);
  }

  @Override
  RawFile.Caching caching() {
    return RawFile.Caching.DIRECT;
  }
}
