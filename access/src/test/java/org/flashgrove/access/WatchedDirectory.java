package org.flashgrove.access;

import java.nio.ByteBuffer;
import org.flashgrove.storage.file.ForwardingDirectory;
import org.flashgrove.storage.file.ForwardingFile;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/** Directory that reports each read, write and sync of its files before it happens. */
class WatchedDirectory extends ForwardingDirectory {
  WatchedDirectory(StoreDirectory directory) {
    super(directory);
  }

  /** Called before a file is read. */
  void reading(String file, long offset, int length) {
    // some tests watch only other calls
  }

  /** Called before a file is written. */
  void writing(String file, long offset, int length) {
    // some tests watch only other calls
  }

  /** Called before a file is synced. */
  void syncing(String file) {
    // some tests watch only other calls
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return new WatchedFile(directory.create(file, caching), file);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new WatchedFile(directory.open(file, caching), file);
  }

  private final class WatchedFile extends ForwardingFile {
    private final String fileName;

    WatchedFile(RawFile file, String fileName) {
      super(file);
      this.fileName = fileName;
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      reading(fileName, offset, length);
      return super.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      writing(fileName, offset, length);
      super.write(offset, from, at, length);
    }

    @Override
    public void sync() {
      syncing(fileName);
      super.sync();
    }
  }
}
