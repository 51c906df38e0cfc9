package org.flashgrove.core.failure;

/**
 * A snapshot lived longer than the store keeps what later commits changed. The store and its other
 * snapshots are unharmed; a new snapshot sees the newest commit.
 */
public final class SnapshotExpiredException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** A snapshot of the commit of this number. */
  public SnapshotExpiredException(long commit) {
    super(
        "the snapshot of commit "
            + commit
            + " has expired: later changes need more memory than is kept for snapshots (allowed:"
            + " shorter queries, or a larger snapshot budget)");
  }
}
