package org.flashgrove.unitspace.file;

import java.util.Arrays;

/** State of a file that consists of chunks, whether the file is open or closed. */
public abstract class ChunkedFile {
  private int[] chunks;
  private int chunkCount;
  private long sizeBytes;
  private boolean deleted;

  /** For each page of the file, 1 plus its level, or 0 if the level is unknown. */
  private byte[] levels = new byte[0];

  /**
   * Creates the state of a file.
   *
   * @param chunks numbers of the chunks in the order of the file
   */
  protected ChunkedFile(long sizeBytes, int[] chunks) {
    this.sizeBytes = sizeBytes;
    this.chunks = chunks;
    chunkCount = chunks.length;
  }

  public final long sizeBytes() {
    return sizeBytes;
  }

  public final void sizeBytes(long bytes) {
    sizeBytes = bytes;
  }

  public final int chunkCount() {
    return chunkCount;
  }

  /** Returns the number of the chunk at an index of the file. */
  public final int chunk(int index) {
    return chunks[index];
  }

  /** Returns the numbers of all chunks in the order of the file. */
  public final int[] chunks() {
    return Arrays.copyOf(chunks, chunkCount);
  }

  /** Appends a chunk to the file. */
  public final void addChunk(int chunk) {
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(4, 2 * chunkCount));
    }
    chunks[chunkCount++] = chunk;
  }

  /** Removes the last chunk of the file, and returns its number. */
  public final int removeLastChunk() {
    return chunks[--chunkCount];
  }

  /**
   * Returns the level of a page of the file ({@link org.flashgrove.storage.file.RawFile#expect}),
   * or -1 if it is unknown.
   */
  public final int level(long page) {
    return page < levels.length ? levels[(int) page] - 1 : -1;
  }

  /** Sets the level of pages {@code [first, end)}. */
  public final void level(int first, int end, int level) {
    if (end > levels.length) {
      levels = Arrays.copyOf(levels, Math.max(end, 2 * levels.length));
    }
    Arrays.fill(levels, first, end, (byte) Math.min(level + 1, Byte.MAX_VALUE));
  }

  public final boolean isDeleted() {
    return deleted;
  }

  /** Marks the file as deleted. */
  public final void deleted() {
    deleted = true;
  }
}
