package org.flashgrove.spark.remote;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * The store of a sealed table as a directory that is only read. Its file is opened once; the head
 * is read at once and kept, everything else is read by ranges.
 */
final class SealedDirectory implements StoreDirectory, AutoCloseable {
  /** Reads of a batch of pages that are given to the file system together. */
  private static final int DEPTH = 16;

  private final FileSystem files;
  private final Path path;
  private final long gap;
  private final byte[] head;
  private final long headOffset;
  private final SealedLayout layout;
  private volatile FSDataInputStream stream;
  private boolean closed;

  /**
   * Opens a file.
   *
   * @param bytes its length
   * @param headOffset where its head begins
   * @param gap ranges this close to each other are read by one request, in bytes
   */
  SealedDirectory(FileSystem files, Path path, long bytes, long headOffset, long gap)
      throws IOException {
    this.files = files;
    this.path = path;
    this.gap = gap;
    this.headOffset = headOffset;
    if (headOffset < 0 || bytes - headOffset > Integer.MAX_VALUE || bytes < headOffset) {
      throw new IOException(path + ": head at " + headOffset + " of a file of " + bytes + " bytes");
    }
    head = new byte[(int) (bytes - headOffset)];
    stream = files.open(path);
    boolean read = false;
    try {
      fetch(headOffset, head, 0, head.length);
      layout = SealedLayout.decode(path.toString(), head, headOffset);
      read = true;
    } finally {
      if (!read) {
        stream.close();
      }
    }
  }

  /** Returns the bytes of the head, all of which stay in memory. */
  int headBytes() {
    return head.length;
  }

  long gap() {
    return gap;
  }

  Map.Entry<Long, SealedLayout.Copy> copyAt(long offset) {
    return layout.copies().floorEntry(offset);
  }

  /** Copies bytes of the head. */
  byte[] head() {
    return head;
  }

  long headOffset() {
    return headOffset;
  }

  /**
   * Reads a range by one request. A task that was killed may have closed the stream under others by
   * its interruption: then it is opened again.
   */
  void fetch(long offset, byte[] into, int at, int length) throws IOException {
    Traffic.ofThisThread().request(length);
    FSDataInputStream used = stream;
    try {
      used.readFully(offset, into, at, length);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      reopened(used).readFully(offset, into, at, length);
    }
  }

  private synchronized FSDataInputStream reopened(FSDataInputStream broken) throws IOException {
    if (closed) {
      throw new IOException(path + ": is closed");
    }
    if (stream == broken) {
      stream = files.open(path);
      broken.close();
    }
    return stream;
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public boolean exists(String file) {
    return layout.files().containsKey(file);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    SealedLayout.Part part = layout.files().get(file);
    if (part == null) {
      throw new StoreIoException(path + "/" + file + ": open failed: no such file");
    }
    return new SealedRawFile(this, path + "/" + file, part.offset(), part.length());
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    throw refused();
  }

  @Override
  public void rename(String from, String to) {
    throw refused();
  }

  @Override
  public void delete(String file) {
    throw refused();
  }

  static UnsupportedOperationException refused() {
    return new UnsupportedOperationException("a change of a sealed table (allowed: reading)");
  }

  @Override
  public void sync() {
    // whole since it has its name
  }

  @Override
  public int depth() {
    return DEPTH;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    stream.close();
  }
}
