package org.flashgrove.simulator.store;

import java.util.Arrays;
import org.flashgrove.simulator.figures.Cause;

/** State of a file in a {@link SimulatedDirectory}, whether the file is open or closed. */
final class StoredFile {
  /** Page number that means that no page is buffered. */
  static final long NONE = -1;

  private final PageOrigins origins;
  private Cause cause;
  private int[] chunks;
  private int chunkCount;

  /** For each page of the file, 1 plus its level, or 0 if the level is unknown. */
  private byte[] levels = new byte[0];

  private long sizeBytes;
  private boolean deleted;
  private byte[] tail;
  private long tailPage = NONE;
  private boolean tailDirty;
  private boolean tailProgrammed;

  StoredFile(PageOrigins origins, long sizeBytes, int[] chunks) {
    this.origins = origins;
    cause = origins.cause();
    this.sizeBytes = sizeBytes;
    this.chunks = chunks;
    chunkCount = chunks.length;
  }

  PageOrigins origins() {
    return origins;
  }

  /** Returns the cause of writing pages of the file. */
  Cause cause() {
    return cause;
  }

  void cause(Cause newCause) {
    cause = newCause;
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

  /**
   * Returns the level of a page of the file ({@link org.flashgrove.storage.file.RawFile#expect}), 0
   * if it is unknown.
   */
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

  boolean isDeleted() {
    return deleted;
  }

  void deleted() {
    deleted = true;
  }

  /**
   * Returns the number, within the file, of the page whose content is in {@link #tail}. Returns
   * {@link #NONE} if no page is in memory.
   */
  long tailPage() {
    return tailPage;
  }

  /**
   * Returns the content of the last partially written page. It stays in memory, so that a write to
   * this page needs no read.
   */
  byte[] tail() {
    return tail;
  }

  /** Returns whether the page in {@link #tail} has changes that were not written to the device. */
  boolean isTailDirty() {
    return tailDirty;
  }

  /** Returns whether the device has older or current content of the page in {@link #tail}. */
  boolean isTailProgrammed() {
    return tailProgrammed;
  }

  /**
   * Keeps the content of the last partially written page in memory.
   *
   * @param page number of the page in the file
   * @param dirty whether some of the content was not written to the device
   * @param programmed whether the device had some content of the page before
   */
  void remember(long page, byte[] content, boolean dirty, boolean programmed) {
    tailPage = page;
    tail = content;
    tailDirty = dirty;
    tailProgrammed = programmed || !dirty;
  }

  void tailWritten() {
    tailDirty = false;
    tailProgrammed = true;
  }

  void forgetTail() {
    tailPage = NONE;
    tailDirty = false;
  }
}
