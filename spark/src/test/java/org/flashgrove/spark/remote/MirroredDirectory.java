package org.flashgrove.spark.remote;

import java.nio.ByteBuffer;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/** Directory that makes each change in two directories, and reads from the first one. */
record MirroredDirectory(StoreDirectory first, StoreDirectory second) implements StoreDirectory {
  @Override
  public String name() {
    return first.name();
  }

  @Override
  public boolean exists(String file) {
    return first.exists(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return new MirroredFile(first.create(file, caching), second.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new MirroredFile(first.open(file, caching), second.open(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    first.rename(from, to);
    second.rename(from, to);
  }

  @Override
  public void delete(String file) {
    first.delete(file);
    second.delete(file);
  }

  @Override
  public void sync() {
    first.sync();
    second.sync();
  }

  private record MirroredFile(RawFile first, RawFile second) implements RawFile {
    @Override
    public String name() {
      return first.name();
    }

    @Override
    public long sizeBytes() {
      return first.sizeBytes();
    }

    @Override
    public int read(long offset, ByteBuffer into, int at, int length) {
      return first.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      first.write(offset, from, at, length);
      second.write(offset, from, at, length);
    }

    @Override
    public void resize(long sizeBytes) {
      first.resize(sizeBytes);
      second.resize(sizeBytes);
    }

    @Override
    public void reserve(long sizeBytes) {
      first.reserve(sizeBytes);
      second.reserve(sizeBytes);
    }

    @Override
    public void sync() {
      first.sync();
      second.sync();
    }

    @Override
    public void close() {
      first.close();
      second.close();
    }
  }
}
