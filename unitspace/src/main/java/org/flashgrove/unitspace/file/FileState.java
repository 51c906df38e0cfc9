package org.flashgrove.unitspace.file;

import java.util.Arrays;

/** State of a file in a {@link UnitDirectory}, whether the file is open or closed. */
final class FileState {
  private String name;
  private int[] chunks;
  private int chunkCount;
  private long sizeBytes;
  private boolean deleted;

  /** For each page of the file, 1 plus its level, or 0 if the level is unknown. */
  private byte[] levels = new byte[0];

  FileState(String name, long sizeBytes, int[] chunks) {
    this.name = name;
    this.sizeBytes = sizeBytes;
    this.chunks = chunks;
    chunkCount = chunks.length;
  }

  String name() {
    return name;
  }

  void name(String newName) {
    name = newName;
  }

  long sizeBytes() {
    return sizeBytes;
  }

  void sizeBytes(long bytes) {
    sizeBytes = bytes;
  }

  int chunkCount() {
    return chunkCount;
  }

  int chunk(int index) {
    return chunks[index];
  }

  int[] chunks() {
    return Arrays.copyOf(chunks, chunkCount);
  }

  void addChunk(int chunk) {
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(4, 2 * chunkCount));
    }
    chunks[chunkCount++] = chunk;
  }

  int removeLastChunk() {
    return chunks[--chunkCount];
  }

  boolean isDeleted() {
    return deleted;
  }

  void deleted() {
    deleted = true;
  }

  /** Returns the level of a page of the file, or -1 if it is unknown. */
  int level(long page) {
    return page < levels.length ? levels[(int) page] - 1 : -1;
  }

  /** Sets the level of pages {@code [first, end)}. */
  void level(int first, int end, int level) {
    if (end > levels.length) {
      levels = Arrays.copyOf(levels, Math.max(end, 2 * levels.length));
    }
    Arrays.fill(levels, first, end, (byte) Math.min(level + 1, Byte.MAX_VALUE));
  }
}
