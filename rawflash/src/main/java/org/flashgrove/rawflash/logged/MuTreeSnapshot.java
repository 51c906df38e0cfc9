package org.flashgrove.rawflash.logged;

import org.flashgrove.core.index.PairVisitor;

/**
 * A μ-tree in a store as one commit left it. For one thread at a time; close it, and do not use it
 * any more then.
 *
 * <p>Calls end in {@link org.flashgrove.core.failure.SnapshotExpiredException} if more has changed
 * since than is kept for snapshots.
 */
public final class MuTreeSnapshot extends RawFlashSnapshot {
  private final LoggedMuTree tree;

  MuTreeSnapshot(LoggedMuTree tree, long commit) {
    super(tree, commit);
    this.tree = tree;
  }

  /**
   * Returns the value of a key.
   *
   * @param absent what to return if there is no such key
   */
  public long find(long key, long absent) {
    return tree.find(key, openCommit(), absent);
  }

  /**
   * Visits the entries whose keys are in {@code [from, to]}, in ascending order of keys, until the
   * visitor stops. The visitor may use the store.
   *
   * @return number of entries visited
   */
  public long visit(long from, long to, PairVisitor visitor) {
    return tree.visit(from, to, openCommit(), visitor);
  }
}
