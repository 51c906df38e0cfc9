package org.flashgrove.storage.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Somebody's look at one commit, by which {@link Commits} knows what must be kept. The object
 * serves one snapshot after the other: a closed one must not be used any more.
 */
public abstract class CommitLease {
  private static final long FREE = -1;
  private static final long HELD_BACK = -2;
  private static final VarHandle FRAME;

  static {
    try {
      FRAME = MethodHandles.lookup().findVarHandle(CommitLease.class, "frame", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The commit looked at, or {@link #FREE}, or {@link #HELD_BACK}. */
  private volatile long frame;

  /** A lease in use, for now of a commit. */
  protected CommitLease(long frame) {
    this.frame = frame;
  }

  /** The structure looked at. */
  public abstract Object owner();

  /** The commit looked at; negative if the lease is not in use. */
  public final long frame() {
    return frame;
  }

  /** Takes the lease if it is not in use, for now of a commit. */
  final boolean lease(long newFrame) {
    return frame == FREE && FRAME.compareAndSet(this, FREE, newFrame);
  }

  /** Looks at another commit from now on. */
  protected final void lookAt(long newFrame) {
    frame = newFrame;
  }

  /** Looks no more; the lease may be taken again. */
  protected final void endLease() {
    frame = FREE;
  }

  /** Keeps the lease from being taken, if it is not in use, until {@link #endLease}. */
  protected final boolean holdBack() {
    return frame == FREE && FRAME.compareAndSet(this, FREE, HELD_BACK);
  }
}
