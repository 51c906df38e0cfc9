package org.flashgrove.core.failure;

/**
 * A snapshot needs images of pages that the store has dropped, because later commits changed those
 * pages and the images kept for snapshots exceeded their budget. The store and its other snapshots
 * are unharmed; a new snapshot sees the newest commit.
 */
public final class SnapshotExpiredException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error of a snapshot.
   *
   * @param commit number of the commit that the snapshot reads
   */
  public SnapshotExpiredException(long commit) {
    super(
        "the snapshot of commit "
            + commit
            + " has expired: changes since then need more memory than is kept for snapshots;"
            + " open a new snapshot, and use shorter queries or fewer changes meanwhile");
  }
}
