package org.flashgrove.storage.component;

import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.storage.log.CommitLease;

/** An index of components as one commit left it. */
final class ComponentLease extends CommitLease implements ComponentSnapshot {
  private final ComponentFile file;
  private Object state;

  /** Creates a snapshot, leased. */
  ComponentLease(ComponentFile file, long frame) {
    super(frame);
    this.file = file;
  }

  /** Looks at a commit whose state is captured next. */
  void look(long frame) {
    lookAt(frame);
  }

  /** Takes the state of the commit looked at. */
  void state(Object captured) {
    state = captured;
  }

  private void requireOpen() {
    file.requireReadable();
    if (frame() < 0) {
      throw new IllegalStateException("the snapshot is closed");
    }
  }

  @Override
  public Object owner() {
    return file;
  }

  @Override
  public long commit() {
    requireOpen();
    return frame();
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
