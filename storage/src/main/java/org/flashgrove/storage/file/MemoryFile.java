package org.flashgrove.storage.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.core.failure.StoreIoException;

/**
 * File in off-heap memory, which is allocated in chunks. The file keeps its content when it is
 * closed.
 */
final class MemoryFile extends GuardedFile {
  private final Content content;

  MemoryFile(String name, Content content) {
    super(name);
    this.content = content;
  }

  /** Content of a file, shared by all open handles. */
  static final class Content {
    private static final int CHUNK_BYTES = 1 << 18;

    private volatile ByteBuffer[] chunks = {};
    private volatile long sizeBytes;

    private void copy(long offset, ByteBuffer buffer, int at, int length, boolean reading) {
      ByteBuffer[] present = chunks;
      int done = 0;
      while (done < length) {
        int inChunk = (int) ((offset + done) % CHUNK_BYTES);
        int count = Math.min(CHUNK_BYTES - inChunk, length - done);
        ByteBuffer chunk = present[(int) ((offset + done) / CHUNK_BYTES)];
        if (reading) {
          buffer.put(at + done, chunk, inChunk, count);
        } else {
          chunk.put(inChunk, buffer, at + done, count);
        }
        done += count;
      }
    }

    synchronized void grow(String name, long newSize) {
      if (newSize > sizeBytes) {
        int needed = Math.toIntExact((newSize + CHUNK_BYTES - 1) / CHUNK_BYTES);
        int present = chunks.length;
        if (needed > present) {
          ByteBuffer[] grown = Arrays.copyOf(chunks, needed);
          try {
            for (int i = present; i < needed; i++) {
              grown[i] = ByteBuffer.allocateDirect(CHUNK_BYTES);
            }
          } catch (OutOfMemoryError e) {
            throw new StoreIoException(
                name + ": growth to " + newSize + " bytes failed: " + e.getMessage(), e);
          }
          chunks = grown;
        }
        sizeBytes = newSize;
      }
    }

    synchronized void shrink(long newSize) {
      if (newSize < sizeBytes) {
        sizeBytes = newSize;
        int kept = (int) ((newSize + CHUNK_BYTES - 1) / CHUNK_BYTES);
        chunks = Arrays.copyOf(chunks, kept);
        int inLast = (int) (newSize % CHUNK_BYTES);
        if (inLast > 0) {
          ByteBuffer last = chunks[kept - 1];
          for (int i = inLast; i < CHUNK_BYTES; i++) {
            last.put(i, (byte) 0);
          }
        }
      }
    }
  }

  @Override
  protected long length() {
    return content.sizeBytes;
  }

  @Override
  protected int readRest(long offset, ByteBuffer into, int at, int length) {
    int count = (int) Math.max(0, Math.min(length, content.sizeBytes - offset));
    content.copy(offset, OpenGuard.whole(into), at, count, true);
    return count;
  }

  @Override
  protected void writeAll(long offset, ByteBuffer from, int at, int length) {
    content.grow(name(), offset + length);
    content.copy(offset, OpenGuard.whole(from), at, length, false);
  }

  @Override
  protected void setLength(long sizeBytes) {
    content.grow(name(), sizeBytes);
    content.shrink(sizeBytes);
  }

  @Override
  protected void force() {
    // there is no device to sync
  }

  @Override
  protected void release() {
    // the content stays in the directory
  }
}
