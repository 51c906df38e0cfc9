package org.flashgrove.rawflash.logged;

import org.flashgrove.storage.log.commit.CommitLease;

/** Snapshot of one commit of a structure on raw flash. Not thread-safe. The caller closes it. */
public abstract class RawFlashSnapshot extends CommitLease implements AutoCloseable {
  private final LoggedRawFlash<?, ?> structure;

  RawFlashSnapshot(LoggedRawFlash<?, ?> structure, long commit) {
    super(commit);
    this.structure = structure;
  }

  final void look(long commit) {
    lookAt(commit);
  }

  @Override
  public final Object owner() {
    return structure;
  }

  /**
   * Returns the commit that this snapshot reads.
   *
   * @throws IllegalStateException if the snapshot is closed
   */
  final long openCommit() {
    structure.requireUsable();
    if (frame() < 0) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
    return frame();
  }

  @Override
  public final void close() {
    if (frame() >= 0) {
      endLease();
      structure.snapshotClosed();
    }
  }
}
