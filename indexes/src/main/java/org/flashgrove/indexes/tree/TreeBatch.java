package org.flashgrove.indexes.tree;

import org.flashgrove.core.failure.BatchStateException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.SpatialBatch;
import org.flashgrove.core.node.NodeOperation;

/** Changes of a tree in one operation of its store. */
final class TreeBatch implements SpatialBatch {
  private final SpatialTree tree;
  private final TreeAlgorithm algorithm;
  private final NodeOperation operation;
  private final long[] entry = new long[SpatialTree.ENTRY_WORDS];
  private boolean broken;
  private boolean committed;
  private boolean closed;

  TreeBatch(SpatialTree tree, TreeAlgorithm algorithm, NodeOperation operation) {
    this.tree = tree;
    this.algorithm = algorithm;
    this.operation = operation;
  }

  private void requireUsable() {
    if (closed || committed || broken) {
      throw BatchStateException.ended(closed, committed);
    }
  }

  @Override
  public void insert(long id, double minX, double minY, double maxX, double maxY) {
    tree.metric().requireObject(minX, minY, maxX, maxY);
    algorithm.requireHoldable(minX, minY, maxX, maxY);
    requireUsable();
    broken = true; // until the change is complete
    try {
      fill(entry, id, minX, minY, maxX, maxY);
      algorithm.insert(operation, entry);
      operation.entries(operation.entries() + 1);
      broken = false;
    } finally {
      closeIfBroken();
    }
  }

  /**
   * Closes the operation if a change has failed, so that no batch of the store can commit this
   * operation.
   */
  private void closeIfBroken() {
    if (broken) {
      operation.close();
    }
  }

  @Override
  public boolean delete(long id, double minX, double minY, double maxX, double maxY) {
    tree.metric().requireObject(minX, minY, maxX, maxY);
    requireUsable();
    broken = true;
    try {
      fill(entry, id, minX, minY, maxX, maxY);
      boolean found = algorithm.delete(operation, entry);
      if (found) {
        operation.entries(operation.entries() - 1);
      }
      broken = false;
      return found;
    } finally {
      closeIfBroken();
    }
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
  public long size() {
    requireUsable();
    return operation.entries();
  }

  @Override
  public void commit() {
    requireUsable();
    committed = true;
    operation.commit();
    tree.keepFigures();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        if (operation.isCommitted()) {
          tree.keepFigures(); // perhaps by a batch of the store
        }
        operation.close();
      } finally {
        tree.finishBatch();
      }
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
