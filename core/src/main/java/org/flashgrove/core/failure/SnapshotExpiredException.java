package org.flashgrove.core.failure;

/**
 * Thrown when a snapshot needs an old page image that the store has dropped to stay within its
 * memory budget for snapshots. The store and its other snapshots are unaffected; a new snapshot
 * shows the newest commit.
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
