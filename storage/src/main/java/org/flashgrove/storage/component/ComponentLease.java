package org.flashgrove.storage.component;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.storage.log.commit.CommitLease;

/** Snapshot of an index of components at one commit. */
final class ComponentLease extends CommitLease implements ComponentSnapshot {
  private final ComponentFile file;
  private Object state;
  private long commit;

  ComponentLease(ComponentFile file, long frame) {
    super(frame);
    this.file = file;
  }

  /**
   * Makes this snapshot show the commit with number {@code frame}. The caller must call {@link
   * #state} next.
   */
  void look(long frame) {
    lookAt(frame);
  }

  /**
   * Sets the state of the index at this snapshot's commit.
   *
   * @param newest number of the store's newest commit, which may still be in the queue of commits
   *     that are not logged yet
   */
  void state(Object captured, long newest) {
    state = captured;
    commit = newest;
  }

  private void requireOpen() {
    file.requireReadable();
    if (frame() < 0) {
      throw new IllegalStateException("the snapshot is closed; take another one");
    }
  }

  @Override
  public Object owner() {
    return file;
  }

  @Override
  public long commit() {
    requireOpen();
    return commit;
  }

  @Override
  public Object state() {
    requireOpen();
    return state;
  }

  @Override
  public void close() {
    if (frame() >= 0) {
      state = null;
      endLease();
      file.snapshotClosed();
    }
  }
}
