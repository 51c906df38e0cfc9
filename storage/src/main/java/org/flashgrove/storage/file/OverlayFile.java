package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * File of an {@link OverlayDirectory}. Written blocks are in memory and hide the content of the
 * underlying file.
 */
final class OverlayFile extends GuardedFile {
  private static final int BLOCK_BYTES = 4096;

  /**
   * Content of a file, independent of its name and of the number of open handles. The {@link
   * OverlayDirectory} closes the content.
   */
  static final class Content {
    private final RawFile base;
    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    /** Written blocks by block number. */
    private final TreeMap<Long, ByteBuffer> blocks = new TreeMap<>();

    /**
     * Number of bytes from the start of the underlying file that this file shows. Truncating this
     * file makes the number smaller.
     */
    private long baseBytes;

    private long sizeBytes;

    /** Creates content that at first equals {@code base}, or is empty if {@code base} is null. */
    Content(RawFile base) {
      this.base = base;
      baseBytes = base == null ? 0 : base.sizeBytes();
      sizeBytes = baseBytes;
    }

    /** Closes the underlying file. */
    void close() {
      if (base != null) {
        base.close();
      }
    }

    int read(long offset, ByteBuffer into, int at, int length) {
      lock.readLock().lock();
      try {
        int count = (int) Math.max(0, Math.min(length, sizeBytes - offset));
        int below = (int) Math.max(0, Math.min(count, baseBytes - offset));
        int read = below == 0 ? 0 : base.read(offset, into, at, below);
        if (read < below && !isWritten(offset + read, offset + below)) {
          throw new StoreIoException(
              base.name() + ": the file shrank during a read; close other programs that write it");
        }
        ByteBuffer target = OpenGuard.whole(into);
        for (int i = read; i < count; i++) {
          target.put(at + i, (byte) 0);
        }
        if (count > 0 && !blocks.isEmpty()) {
          cover(offset, target, at, count);
        }
        return count;
      } finally {
        lock.readLock().unlock();
      }
    }

    /**
     * Returns whether written blocks hide a range. If so, it does not matter that another process
     * has truncated the underlying file.
     */
    private boolean isWritten(long from, long to) {
      for (long number = from / BLOCK_BYTES; number * BLOCK_BYTES < to; number++) {
        if (!blocks.containsKey(number)) {
          return false;
        }
      }
      return true;
    }

    /**
     * Reads ranges from the underlying file. Returns false and reads nothing if this file was
     * changed, if a range exceeds the underlying file, or if the platform has no asynchronous
     * queue.
     */
    boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
      lock.readLock().lock();
      try {
        boolean isBase = base != null && blocks.isEmpty() && baseBytes == sizeBytes;
        for (int i = 0; i < ranges.count() && isBase; i++) {
          isBase = ranges.offset(i) + ranges.length(i) <= baseBytes;
        }
        return isBase && base.readTogether(ranges, into, depth);
      } finally {
        lock.readLock().unlock();
      }
    }

    private void cover(long offset, ByteBuffer target, int at, int count) {
      long first = offset / BLOCK_BYTES;
      long last = (offset + count - 1) / BLOCK_BYTES;
      for (Map.Entry<Long, ByteBuffer> entry : blocks.subMap(first, true, last, true).entrySet()) {
        long start = entry.getKey() * BLOCK_BYTES;
        long from = Math.max(start, offset);
        long to = Math.min(start + BLOCK_BYTES, offset + count);
        target.put(
            (int) (at + from - offset), entry.getValue(), (int) (from - start), (int) (to - from));
      }
    }

    void write(long offset, ByteBuffer from, int at, int length) {
      lock.writeLock().lock();
      try {
        ByteBuffer source = OpenGuard.whole(from);
        int done = 0;
        while (done < length) {
          long number = (offset + done) / BLOCK_BYTES;
          int inBlock = (int) ((offset + done) % BLOCK_BYTES);
          int piece = Math.min(BLOCK_BYTES - inBlock, length - done);
          block(number).put(inBlock, source, at + done, piece);
          done += piece;
        }
        sizeBytes = Math.max(sizeBytes, offset + length);
      } finally {
        lock.writeLock().unlock();
      }
    }

    /**
     * Returns a block, given its number. The caller may change the block. Before the first change,
     * this method copies the block from the underlying file.
     */
    private ByteBuffer block(long number) {
      ByteBuffer block = blocks.get(number);
      if (block == null) {
        block = AlignedBuffers.allocate(BLOCK_BYTES);
        long start = number * BLOCK_BYTES;
        int below = (int) Math.max(0, Math.min(BLOCK_BYTES, baseBytes - start));
        if (below > 0) {
          base.read(start, block, 0, below);
        }
        blocks.put(number, block);
      }
      return block;
    }

    void resize(long newBytes) {
      lock.writeLock().lock();
      try {
        if (newBytes < sizeBytes) {
          baseBytes = Math.min(baseBytes, newBytes);
          long number = newBytes / BLOCK_BYTES;
          ByteBuffer last = blocks.get(number);
          for (int i = (int) (newBytes % BLOCK_BYTES); last != null && i < BLOCK_BYTES; i++) {
            last.put(i, (byte) 0);
          }
          blocks.tailMap(number, false).clear();
        }
        sizeBytes = newBytes;
      } finally {
        lock.writeLock().unlock();
      }
    }

    long sizeBytes() {
      lock.readLock().lock();
      try {
        return sizeBytes;
      } finally {
        lock.readLock().unlock();
      }
    }
  }

  private final Content content;

  /** Creates a handle of a file. */
  OverlayFile(String name, Content content) {
    super(name);
    this.content = content;
  }

  @Override
  protected long length() {
    return content.sizeBytes();
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) {
    return content.read(offset, into, at, length);
  }

  @Override
  public boolean readTogether(FileRanges ranges, ByteBuffer into, int depth) {
    long stamp = guard.enter();
    try {
      return content.readTogether(ranges, into, depth);
    } finally {
      guard.leave(stamp);
    }
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) {
    content.write(offset, from, at, length);
  }

  @Override
  protected void setLength(long sizeBytes) {
    content.resize(sizeBytes);
  }

  @Override
  protected void force() {
    // written blocks are in memory only
  }

  @Override
  protected void release() {
    // the directory closes the content
  }
}
