package org.flashgrove.indexes.tree;

import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;

/** Changes of a tree in one operation of its store. */
final class TreeBatch extends TreeChanges implements SpatialBatch {
  private final SpatialTree tree;
  private final TreeAlgorithm algorithm;
  private final long[] entry = new long[SpatialTree.ENTRY_WORDS];

  TreeBatch(SpatialTree tree, TreeAlgorithm algorithm) {
    super(tree);
    this.tree = tree;
    this.algorithm = algorithm;
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    tree.metric().requireObject(minX, minY, maxX, maxY);
    algorithm.requireHoldable(minX, minY, maxX, maxY);
    change(
        () -> {
          fill(entry, id, minX, minY, maxX, maxY);
          algorithm.insert(operation, entry);
          operation.entries(operation.entries() + 1);
          return true;
        });
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    tree.metric().requireObject(minX, minY, maxX, maxY);
    return change(
        () -> {
          fill(entry, id, minX, minY, maxX, maxY);
          boolean found = algorithm.delete(operation, entry);
          if (found) {
            operation.entries(operation.entries() - 1);
          }
          return found;
        });
  }

  @Override
  public long forEach(EntryQuery query, EntryVisitor visitor) {
    requireUsable();
    if (query.isNearest()) {
      throw SpatialBatch.noNearest();
    }
    return new TreeSnapshot(tree, operation, false).forEach(query, visitor);
  }

  @Override
  public void commit() {
    super.commit();
    tree.keepFigures();
  }

  @Override
  protected void ending() {
    if (operation.isCommitted()) {
      tree.keepFigures(); // perhaps by a batch of the store
    }
  }

  /**
   * Writes the words of a leaf entry. -0.0 becomes 0.0, so that equal rectangles have equal words.
   */
  static void fill(long[] words, long id, double minX, double minY, double maxX, double maxY) {
    words[0] = id;
    words[1] = Double.doubleToRawLongBits(minX + 0.0);
    words[2] = Double.doubleToRawLongBits(minY + 0.0);
    words[3] = Double.doubleToRawLongBits(maxX + 0.0);
    words[4] = Double.doubleToRawLongBits(maxY + 0.0);
  }
}
