package org.flashgrove.access;

import java.nio.ByteBuffer;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/** Directory that reports each read and write of its files before it happens. */
abstract class WatchedDirectory implements StoreDirectory {
  private final StoreDirectory directory;

  WatchedDirectory(StoreDirectory directory) {
    this.directory = directory;
  }

  abstract void reading(String file, long offset, int length);

  abstract void writing(String file, long offset, int length);

  /** Called before a file is synced. */
  void syncing(String file) {
    // few tests mind
  }

  @Override
  public String name() {
    return directory.name();
  }

  @Override
  public boolean exists(String file) {
    return directory.exists(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return new WatchedFile(directory.create(file, caching), file);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new WatchedFile(directory.open(file, caching), file);
  }

  @Override
  public void rename(String from, String to) {
    directory.rename(from, to);
  }

  @Override
  public void delete(String file) {
    directory.delete(file);
  }

  @Override
  public void sync() {
    directory.sync();
  }

  private final class WatchedFile implements RawFile {
    private final RawFile file;
    private final String fileName;

    WatchedFile(RawFile file, String fileName) {
      this.file = file;
      this.fileName = fileName;
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long sizeBytes() {
      return file.sizeBytes();
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      reading(fileName, offset, length);
      return file.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      writing(fileName, offset, length);
      file.write(offset, from, at, length);
    }

    @Override
    public void resize(long sizeBytes) {
      file.resize(sizeBytes);
    }

    @Override
    public void reserve(long sizeBytes) {
      file.reserve(sizeBytes);
    }

    @Override
    public void sync() {
      syncing(fileName);
      file.sync();
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
