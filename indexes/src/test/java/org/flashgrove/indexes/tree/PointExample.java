package org.flashgrove.indexes.tree;

import static org.assertj.core.api.Assertions.assertThat;

/** Hand-made example of a tree of points. The tree is checked after each change. */
public abstract class PointExample {
  private final int[][] points;
  protected final CountingStore store;
  protected final SpatialTree tree;

  /**
   * Creates an empty tree on pages of 1024 bytes.
   *
   * @param points coordinates of the points with the ids 1, 2, ...
   */
  protected PointExample(int[][] points, TreeAlgorithm algorithm) {
    this.points = points;
    store = new CountingStore(1024, algorithm.layout());
    tree = SpatialTree.open(store, algorithm);
  }

  /** Inserts the points that follow the last inserted point, up to the one with this id. */
  protected final void insertUpTo(int number) {
    for (int id = (int) tree.size() + 1; id <= number; id++) {
      int[] p = points[id - 1];
      tree.insert(id, p[0], p[1], p[0], p[1]);
      assertThat(tree.check().problems()).isEmpty();
    }
  }

  protected final void delete(int id) {
    int[] p = points[id - 1];
    assertThat(tree.delete(id, p[0], p[1], p[0], p[1])).isTrue();
    assertThat(tree.check().problems()).isEmpty();
  }
}
