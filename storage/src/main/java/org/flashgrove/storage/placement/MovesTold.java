package org.flashgrove.storage.placement;

/** Is told that images stand in other slots, before a map says so. */
@FunctionalInterface
public interface MovesTold {
  /**
   * Images of one tree.
   *
   * @param tree number of the tree in the store
   * @param count how many
   * @param nodeIds whose images; the first {@code count} count, here and below
   * @param places where they stand now, as in a {@link PageMap}
   * @param versions newest log frames they contain
   */
  void moved(int tree, int count, long[] nodeIds, long[] places, long[] versions);
}
