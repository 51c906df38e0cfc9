package org.flashgrove.storage.log.commit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Names the commit that a snapshot reads. From the leases in use {@link Commits} derives which
 * images structures must keep. One object serves many snapshots, one after the other, so that a
 * closed snapshot must not be used any more.
 */
public abstract class CommitLease extends LeasePadding {
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

  /** The number of the commit that the snapshot reads, or {@link #FREE}, or {@link #HELD_BACK}. */
  private volatile long frame;

  /** Creates a lease that is in use, of a commit. */
  protected CommitLease(long frame) {
    this.frame = frame;
  }

  /** Returns the structure that the snapshot reads. */
  public abstract Object owner();

  /**
   * Returns the number of the commit that the snapshot reads; negative if the lease is not in use.
   */
  public final long frame() {
    return frame;
  }

  /** Takes the lease for a commit, if it is not in use; returns whether it did. */
  final boolean lease(long newFrame) {
    return frame == FREE && FRAME.compareAndSet(this, FREE, newFrame);
  }

  /** Sets the commit that the snapshot reads from now on. */
  protected final void lookAt(long newFrame) {
    frame = newFrame;
  }

  /** Ends the use of the lease, which may be taken again. */
  protected final void endLease() {
    frame = FREE;
  }

  /** Keeps the lease from being taken, if it is not in use, until {@link #endLease}. */
  protected final boolean holdBack() {
    return frame == FREE && FRAME.compareAndSet(this, FREE, HELD_BACK);
  }
}
