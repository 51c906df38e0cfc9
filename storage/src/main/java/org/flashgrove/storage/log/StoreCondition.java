package org.flashgrove.storage.log;

import java.io.File;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.ReadOnlyStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.log.role.Fallible;

/**
 * Tracks whether a store accepts writes, only reads, or nothing. A failed write makes the store
 * read-only, because only replay can tell what the write left on the device. If the failure also
 * left memory inconsistent, reads fail too. Safe for use by several threads.
 */
final class StoreCondition {
  private final List<? extends LogParticipant> parts;
  private final String file;
  private volatile boolean refusing;

  /**
   * True if a failure interrupted the publication of a commit, so that memory contains only a part
   * of its changes.
   */
  private volatile boolean isHalfDone;

  private volatile boolean readOnly;
  private volatile Throwable failure;
  private volatile boolean closed;

  /**
   * Creates the condition of an open store.
   *
   * @param parts structures of the store; the list may grow
   * @param file path of a file of the store, or a name without a directory
   */
  StoreCondition(List<? extends LogParticipant> parts, String file) {
    this.parts = parts;
    this.file = file;
  }

  boolean isRefusing() {
    return refusing;
  }

  boolean hasFailed() {
    return failure != null;
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Returns whether the store was opened for reading only. Everything that such a store writes
   * stays in memory.
   */
  boolean isReadOnly() {
    return readOnly;
  }

  void refuseChanges() {
    readOnly = true;
  }

  /** Throws if the store is closed or has failed. */
  void requireUsable() {
    if (refusing) {
      refuse();
    }
  }

  /**
   * Throws if the store is closed, or if a failure left memory inconsistent. Reads of inconsistent
   * memory would see a part of an unfinished change.
   */
  void requireReadable() {
    if (refusing && (closed || isHalfDone)) {
      refuse();
    }
  }

  /** Throws if the store is closed, has failed, or is read-only. */
  void requireWritable() {
    requireUsable();
    StoreException failed = writeFailure();
    if (failed != null) { // a query evicted a page, and writing it failed
      fail(failed);
      refuse();
    }
    if (readOnly) {
      throw new ReadOnlyStoreException(
          name() + ": the store is open for reading only; reopen it with open to change it");
    }
  }

  /** If a page could not be written, throws the exception of the failed write. */
  void requireWritten() {
    StoreException failed = writeFailure();
    if (failed != null) {
      throw failed;
    }
  }

  private StoreException writeFailure() {
    for (Fallible part : parts) {
      StoreException failed = part.writeFailure();
      if (failed != null) {
        return failed;
      }
    }
    return null;
  }

  private void refuse() {
    if (closed) {
      throw StoreClosedException.of(file);
    }
    boolean isDefect = isDefect(failure);
    throw new StoreClosedException(
        name()
            + ": the store accepts no "
            + (isHalfDone ? "calls" : "changes, only queries,")
            + " after "
            + (isDefect ? "an error in Flashgrove" : "a failure")
            + "; "
            + (isDefect ? "" : "fix the cause, then ")
            + "close the store and open it again: "
            + (isDefect ? describe(failure) : failure.getMessage()),
        failure);
  }

  /** Returns the directory of the store, for messages. */
  private String name() {
    String directory = new File(file).getParent();
    return directory == null ? file : directory;
  }

  /**
   * Returns whether a failure is a bug in this library rather than a failure of the device or its
   * files.
   */
  private static boolean isDefect(Throwable failure) {
    return !(failure instanceof StoreException || failure instanceof VirtualMachineError);
  }

  private static String describe(Throwable defect) {
    return "this is a defect of the library, not of the device; please report it: " + defect;
  }

  void noteWriteFailure() {
    StoreException failed = writeFailure();
    if (failed != null) {
      fail(failed);
    }
  }

  /**
   * Records a failure. Later exceptions name the first recorded failure as their cause.
   *
   * @return the exception to throw: the failure itself, or an exception that reports a bug in this
   *     library
   */
  RuntimeException fail(RuntimeException cause) {
    note(cause);
    return isDefect(cause) ? new StoreException(describe(cause), cause) : cause;
  }

  /** Records an error, such as {@link OutOfMemoryError}, like {@link #fail(RuntimeException)}. */
  Error fail(Error cause) {
    note(cause);
    return cause;
  }

  private void note(Throwable cause) {
    if (cause instanceof DamagedStoreException damaged) {
      damaged.inDirectoryOf(file);
    }
    if (failure == null && !closed) {
      failure = cause;
    }
    for (Fallible part : parts) {
      isHalfDone |= !part.isWholeAfterFailure();
    }
    refusing = true;
  }

  /** Notes that a commit was only partly published. */
  void halfDone() {
    isHalfDone = true;
  }

  /** Refuses all work from now on. Returns false if the store was already closed. */
  boolean close() {
    boolean wasOpen = !closed;
    closed = true;
    refusing = true;
    return wasOpen;
  }
}
