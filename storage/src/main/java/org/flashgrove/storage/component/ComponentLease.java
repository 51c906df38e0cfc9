package org.flashgrove.storage.component;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.storage.log.commit.CommitLease;

/** An index of components as one commit left it. */
final class ComponentLease extends CommitLease implements ComponentSnapshot {
  private final ComponentFile file;
  private Object state;
  private long commit;

  /** Creates a snapshot, leased. */
  ComponentLease(ComponentFile file, long frame) {
    super(frame);
    this.file = file;
  }

  /** Looks at a commit whose state is captured next. */
  void look(long frame) {
    lookAt(frame);
  }

  /** Takes the state of the commit looked at, and the number of the last one that waits. */
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
