package org.flashgrove.storage.file.disk;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.GuardedFile;
import org.flashgrove.storage.file.OpenGuard;

/**
 * File accessed through {@link RandomAccessFile}, one call at a time, for platforms without native
 * calls. It does not use the file's channel, because an interrupt would close the channel.
 */
final class PortableFile extends GuardedFile {
  private static final int PIECE_BYTES = 1 << 16;

  private final RandomAccessFile file;
  private final byte[] piece = new byte[PIECE_BYTES];

  private PortableFile(String name, RandomAccessFile file) {
    super(name);
    this.file = file;
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
              + ": open failed: this platform refuses direct I/O here; use the device"
              + " 'buffered'");
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

  @Override
  protected long length() throws IOException {
    return file.length();
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) throws IOException {
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
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) throws IOException {
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
  }

  @Override
  protected void setLength(long sizeBytes) throws IOException {
    synchronized (piece) {
      file.setLength(sizeBytes);
    }
  }

  @Override
  protected void force() throws IOException {
    file.getFD().sync();
  }

  @Override
  protected void release() throws IOException {
    file.close();
  }
}
