package org.flashgrove.simulator.store;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.PageUnits;
import org.flashgrove.storage.file.FileRanges;
import org.flashgrove.storage.file.RawFile;

/**
 * An open file on a simulated device. Calls are synchronized, because the device performs one
 * operation at a time.
 */
final class SimulatedFile implements RawFile {
  private final String name;
  private final SimulatedDirectory directory;
  private final StoredFile file;
  private final boolean isBuffered;
  private boolean closed;

  SimulatedFile(String name, SimulatedDirectory directory, StoredFile file, boolean isBuffered) {
    this.isBuffered = isBuffered;
    this.name = name;
    this.directory = directory;
    this.file = file;
  }

  private void requireOpen() {
    if (closed) {
      throw new StoreClosedException(name + ": the file is closed");
    }
    if (file.isDeleted()) {
      throw new StoreIoException(name + ": the file was deleted");
    }
  }

  private static void requireRange(long offset, ByteBuffer buffer, int at, int length) {
    Objects.checkFromIndexSize(at, length, buffer.capacity());
    if (offset < 0) {
      throw new IllegalArgumentException("offset " + offset + " (allowed: at least 0)");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long sizeBytes() {
    synchronized (directory) {
      requireOpen();
      return file.sizeBytes();
    }
  }

  @Override
  public int read(long offset, ByteBuffer into, int at, int length) {
    requireRange(offset, into, at, length);
    synchronized (directory) {
      requireOpen();
      int count = (int) Math.max(0, Math.min(length, file.sizeBytes() - offset));
      if (count > 0) {
        directory.traffic().read(file, offset, into, at, count);
      }
      return count;
    }
  }

  /**
   * Reads the ranges concurrently. The queue depth of the directory applies; the argument {@code
   * depth} is ignored.
   */
  @Override
  public boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    for (int range = 0; range < ranges.count(); range++) {
      requireRange(ranges.offset(range), into, ranges.at(range), ranges.length(range));
    }
    synchronized (directory) {
      requireOpen();
      directory.traffic().readTogether(file, ranges, into);
      return true;
    }
  }

  @Override
  public void write(long offset, ByteBuffer from, int at, int length) {
    requireRange(offset, from, at, length);
    synchronized (directory) {
      requireOpen();
      if (length > 0) {
        directory.change();
        directory.allocate(name, file, offset + length);
        directory.traffic().write(file, offset, from, at, length, isBuffered);
        file.sizeBytes(Math.max(file.sizeBytes(), offset + length));
      }
    }
  }

  @Override
  public void resize(long sizeBytes) {
    if (sizeBytes < 0) {
      throw new IllegalArgumentException("length " + sizeBytes + " (allowed: at least 0)");
    }
    synchronized (directory) {
      requireOpen();
      directory.change();
      if (sizeBytes < file.sizeBytes()) {
        directory.traffic().cut(file, sizeBytes);
        directory.giveUp(file, sizeBytes);
      } else {
        directory.allocate(name, file, sizeBytes);
      }
      file.sizeBytes(sizeBytes);
    }
  }

  @Override
  public void reserve(long sizeBytes) {
    synchronized (directory) {
      requireOpen();
      directory.change();
      directory.allocate(name, file, sizeBytes);
    }
  }

  @Override
  public long leastDiscardBytes() {
    return directory.device().pageBytes();
  }

  @Override
  public boolean discard(long offset, long length) {
    synchronized (directory) {
      requireOpen();
      directory.traffic().discard(file, offset, Math.min(length, file.sizeBytes() - offset));
      return true;
    }
  }

  @Override
  public void expect(long offset, long length, int level) {
    synchronized (directory) {
      requireOpen();
      directory.traffic().expect(file, offset, length, level);
    }
  }

  @Override
  public PageUnits units() {
    synchronized (directory) {
      PageUnits ofDevice = directory.device().pageUnits();
      return ofDevice.count() == 0 ? ofDevice : new FileUnits(directory, file, ofDevice);
    }
  }

  @Override
  public void sync() {
    synchronized (directory) {
      requireOpen();
      directory.syncContent(file);
    }
  }

  @Override
  public void close() {
    synchronized (directory) {
      closed = true;
    }
  }
}
