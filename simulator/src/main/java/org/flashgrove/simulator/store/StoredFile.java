package org.flashgrove.simulator.store;

import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.unitspace.file.ChunkedFile;

/** State of a file in a {@link SimulatedDirectory}. */
final class StoredFile extends ChunkedFile {
  /** Page number that means that no page is buffered. */
  static final long NONE = -1;

  private final PageOrigins origins;
  private Cause cause;
  private byte[] tail;
  private long tailPage = NONE;
  private boolean tailDirty;
  private boolean tailProgrammed;

  StoredFile(PageOrigins origins, long sizeBytes, int[] chunks) {
    super(sizeBytes, chunks);
    this.origins = origins;
    cause = origins.cause();
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
