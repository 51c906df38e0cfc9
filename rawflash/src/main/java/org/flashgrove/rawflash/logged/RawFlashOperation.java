package org.flashgrove.rawflash.logged;

import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StructureOperation;

/**
 * Changes of a structure on raw flash that commit together, by {@link #commit} or with a batch of
 * the store. Closing the operation without a commit discards them. Only the thread that began the
 * operation may use it; other threads wait until it is closed.
 */
public abstract class RawFlashOperation extends StructureOperation {
  private final LoggedRawFlash<?, ?> structure;

  RawFlashOperation(LoggedRawFlash<?, ?> structure, LoggedStore store) {
    super(store);
    this.structure = structure;
  }

  final void start() {
    open();
    clear();
  }

  /** Discards the changes that the previous use of this object has staged. */
  abstract void clear();

  /** Appends the section with the changes of this operation to a log frame. */
  abstract void describe(AppendLog.FrameSink section);

  /** Writes the changes to the log and makes them visible. */
  public final void commit() {
    requireChangeable();
    requireNoBatch();
    if (stagedWords() == 0) {
      seal();
      committed();
      return;
    }
    structure.commit();
  }

  @Override
  public final void close() {
    if (end()) {
      structure.finishOperation();
    }
  }
}
