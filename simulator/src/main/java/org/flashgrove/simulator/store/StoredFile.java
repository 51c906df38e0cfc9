package org.flashgrove.simulator.store;

import java.util.Arrays;

/** A file in the directory, open or closed. */
final class StoredFile {
  /** Value that means that no page is buffered. */
  static final long NONE = -1;

  private final PageOrigins origins;
  private int[] chunks;
  private int chunkCount;
  private long sizeBytes;
  private boolean deleted;
  private byte[] tail;
  private long tailPage = NONE;
  private boolean tailDirty;

  StoredFile(PageOrigins origins, long sizeBytes, int[] chunks) {
    this.origins = origins;
    this.sizeBytes = sizeBytes;
    this.chunks = chunks;
    chunkCount = chunks.length;
  }

  PageOrigins origins() {
    return origins;
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

  /** Number of the page whose content is in {@link #tail}, or {@link #NONE}. */
  long tailPage() {
    return tailPage;
  }

  /** Content of the page written last in part, so that the next part needs no read. */
  byte[] tail() {
    return tail;
  }

  /** Returns whether the device lacks the content of the last page. */
  boolean isTailDirty() {
    return tailDirty;
  }

  void remember(long page, byte[] content, boolean dirty) {
    tailPage = page;
    tail = content;
    tailDirty = dirty;
  }

  void tailWritten() {
    tailDirty = false;
  }

  void forgetTail() {
    tailPage = NONE;
    tailDirty = false;
  }
}
