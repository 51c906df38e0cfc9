package org.flashgrove.storage.file.disk;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.OpenGuard;
import org.flashgrove.storage.file.RawFile;

/**
 * A file through {@link RandomAccessFile}, one call at a time: for platforms without native calls.
 * Its channel is never asked for, so an interrupted thread closes nothing.
 */
final class PortableFile implements RawFile {
  private static final int PIECE_BYTES = 1 << 16;

  private final String name;
  private final RandomAccessFile file;
  private final OpenGuard guard;
  private final byte[] piece = new byte[PIECE_BYTES];

  private PortableFile(String name, RandomAccessFile file) {
    this.name = name;
    this.file = file;
    guard = new OpenGuard(name);
  }

  static PortableFile open(String place, String name, boolean create, Caching caching) {
    return open(place, name, create, caching, "rw");
  }

  static PortableFile openForReading(String place, String name, Caching caching) {
    return open(place, name, false, caching, "r");
  }

  private static PortableFile open(
      String place, String name, boolean create, Caching caching, String mode) {
    if (caching == Caching.DIRECT) {
      throw new StoreIoException(
          name
              + ": open failed: this platform refuses direct I/O here (allowed: the device"
              + " 'buffered')");
    }
    try {
      File file = new File(place);
      if (create && !file.createNewFile()) {
        throw new StoreIoException(name + ": create failed: the file exists");
      }
      if (!file.isFile()) {
        throw new StoreIoException(name + ": open failed: no such file");
      }
      return new PortableFile(name, new RandomAccessFile(file, mode));
    } catch (IOException e) {
      throw new StoreIoException(name + ": open failed: " + e.getMessage(), e);
    }
  }

  private StoreIoException failed(String operation, IOException cause) {
    return new StoreIoException(name + ": " + operation + " failed: " + cause.getMessage(), cause);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long sizeBytes() {
    long stamp = guard.enter();
    try {
      return file.length();
    } catch (IOException e) {
      throw failed("length", e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public int read(long offset, ByteBuffer into, int at, int length) {
    OpenGuard.requireRange(offset, into, at, length);
    long stamp = guard.enter();
    try {
      synchronized (piece) {
        file.seek(offset);
        ByteBuffer whole = OpenGuard.whole(into);
        int done = 0;
        while (done < length) {
          int count = file.read(piece, 0, Math.min(PIECE_BYTES, length - done));
          if (count < 0) {
            break;
          }
          whole.put(at + done, piece, 0, count);
          done += count;
        }
        return done;
      }
    } catch (IOException e) {
      throw failed("read of " + length + " bytes at " + offset, e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void write(long offset, ByteBuffer from, int at, int length) {
    OpenGuard.requireRange(offset, from, at, length);
    long stamp = guard.enter();
    try {
      synchronized (piece) {
        file.seek(offset);
        ByteBuffer whole = OpenGuard.whole(from);
        int done = 0;
        while (done < length) {
          int count = Math.min(PIECE_BYTES, length - done);
          whole.get(at + done, piece, 0, count);
          file.write(piece, 0, count);
          done += count;
        }
      }
    } catch (IOException e) {
      throw failed("write of " + length + " bytes at " + offset, e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void resize(long sizeBytes) {
    long stamp = guard.enter();
    try {
      synchronized (piece) {
        file.setLength(sizeBytes);
      }
    } catch (IOException e) {
      throw failed("resize to " + sizeBytes + " bytes", e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void reserve(long sizeBytes) {
    guard.leave(guard.enter()); // this platform cannot
  }

  @Override
  public void sync() {
    long stamp = guard.enter();
    try {
      file.getFD().sync();
    } catch (IOException e) {
      throw failed("sync", e);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  public void close() {
    if (guard.close()) {
      try {
        file.close();
      } catch (IOException e) {
        throw failed("close", e);
      }
    }
  }
}
