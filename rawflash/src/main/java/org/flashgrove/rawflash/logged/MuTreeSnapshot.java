package org.flashgrove.rawflash.logged;

import org.flashgrove.core.index.PairVisitor;

/**
 * Snapshot of one commit of a μ-tree in a store. Not thread-safe. The caller closes it.
 *
 * <p>Calls throw {@link org.flashgrove.core.failure.SnapshotExpiredException} if the versions that
 * this snapshot needs are no longer kept.
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
   * @param absent result if the key does not exist
   */
  public long find(long key, long absent) {
    return tree.find(key, openCommit(), absent);
  }

  /**
   * Visits the entries whose keys are in {@code [from, to]}, in ascending order of keys, until the
   * visitor stops. The visitor may call the store.
   *
   * @return number of entries visited
   */
  public long visit(long from, long to, PairVisitor visitor) {
    return tree.visit(from, to, openCommit(), visitor);
  }
}
