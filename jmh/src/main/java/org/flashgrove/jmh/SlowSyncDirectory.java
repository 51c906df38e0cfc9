package org.flashgrove.jmh;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Directory whose files sync slowly. To simulate a slower device, the thread sleeps after each real
 * sync. The directory counts the syncs of all its files and their total time.
 */
final class SlowSyncDirectory implements StoreDirectory {
  private final StoreDirectory below;
  private final long addedNanos;
  private final LongAdder syncs = new LongAdder();
  private final LongAdder syncNanos = new LongAdder();

  /**
   * Creates a view of another directory.
   *
   * @param addedNanos minimum time in nanoseconds that the thread sleeps after each sync of a file;
   *     0 for no sleep
   */
  SlowSyncDirectory(StoreDirectory below, long addedNanos) {
    this.below = below;
    this.addedNanos = addedNanos;
  }

  /** Returns the mean time of a sync so far in microseconds, including the added time. */
  double meanSyncMicros() {
    return syncNanos.sum() / 1e3 / Math.max(1, syncs.sum());
  }

  private void syncSlowly(RawFile file) {
    long start = System.nanoTime();
    file.sync();
    if (addedNanos > 0) {
      long end = System.nanoTime() + addedNanos;
      for (long left = addedNanos; left > 0; left = end - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
    }
    syncs.increment();
    syncNanos.add(System.nanoTime() - start);
  }

  @Override
  public String name() {
    return below.name();
  }

  @Override
  public boolean exists(String file) {
    return below.exists(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return new SlowFile(below.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return new SlowFile(below.open(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    below.rename(from, to);
  }

  @Override
  public void delete(String file) {
    below.delete(file);
  }

  @Override
  public void sync() {
    below.sync();
  }

  /** File that sleeps after each sync. */
  private final class SlowFile implements RawFile {
    private final RawFile file;

    SlowFile(RawFile file) {
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
      syncSlowly(file);
    }

    @Override
    public void close() {
      file.close();
    }
  }
}
