package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;

/** A directory whose changing operations fail from a chosen one on, as on a full or dying disk. */
public final class FaultyDirectory implements StoreDirectory {
  private final StoreDirectory directory;
  private long operationsLeft = Long.MAX_VALUE;

  /** Passes everything on to {@code directory} until told otherwise. */
  public FaultyDirectory(StoreDirectory directory) {
    this.directory = directory;
  }

  /** Lets so many more changing operations (write, resize, sync, create, rename) succeed. */
  public synchronized void failAfter(long operations) {
    operationsLeft = operations;
  }

  private synchronized void step(String operation) {
    if (operationsLeft == 0) {
      throw new StoreIoException(directory.name() + ": " + operation + " failed: EIO, on purpose");
    }
    operationsLeft--;
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
    step("create");
    return new FaultyFile(directory.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new FaultyFile(directory.open(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    step("rename");
    directory.rename(from, to);
  }

  @Override
  public void delete(String file) {
    directory.delete(file);
  }

  @Override
  public void sync() {
    step("sync directory");
    directory.sync();
  }

  private final class FaultyFile implements RawFile {
    private final RawFile file;

    FaultyFile(RawFile file) {
      this.file = file;
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
      return file.read(offset, into, at, length);
    }

    @Override
    public void write(long offset, ByteBuffer from, int at, int length) {
      step("write");
      file.write(offset, from, at, length);
    }

    @Override
    public void resize(long sizeBytes) {
      step("resize");
      file.resize(sizeBytes);
    }

    @Override
    public void reserve(long sizeBytes) {
      file.reserve(sizeBytes);
    }

    @Override
    public void sync() {
      step("sync");
      file.sync();
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
