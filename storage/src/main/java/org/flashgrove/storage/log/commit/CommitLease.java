package org.flashgrove.storage.log.commit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Lease of a commit by a snapshot. As long as the snapshot is open, the structures keep the page
 * images of that commit. {@link Commits} looks at the leases to find out which images must be kept.
 * A lease object is reused for later snapshots, so a snapshot must not be used after it is closed.
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

  /**
   * Number of the commit that the snapshot reads. {@link #FREE} if no snapshot uses the lease.
   * {@link #HELD_BACK} if no snapshot may use the lease now.
   */
  private volatile long frame;

  /** Creates a lease that is in use and reads commit {@code frame}. */
  protected CommitLease(long frame) {
    this.frame = frame;
  }

  /** Returns the structure that the snapshot reads. */
  public abstract Object owner();

  /**
   * Returns the number of the commit that the snapshot reads, or a negative number if the lease is
   * not in use.
   */
  public final long frame() {
    return frame;
  }

  /** If the lease is free, starts to use it for a commit. Returns whether it was free. */
  final boolean lease(long newFrame) {
    return frame == FREE && FRAME.compareAndSet(this, FREE, newFrame);
  }

  /** Changes the commit that the snapshot reads. */
  protected final void lookAt(long newFrame) {
    frame = newFrame;
  }

  /** Frees the lease, which another snapshot may then use. */
  protected final void endLease() {
    frame = FREE;
  }

  /**
   * Prevents any use of a free lease until {@link #endLease}. Returns whether the lease was free.
   */
  protected final boolean holdBack() {
    return frame == FREE && FRAME.compareAndSet(this, FREE, HELD_BACK);
  }
}
