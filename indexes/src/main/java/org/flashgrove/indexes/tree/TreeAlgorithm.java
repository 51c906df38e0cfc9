package org.flashgrove.indexes.tree;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.flashgrove.core.index.TreeStats;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.bulk.BulkForm;
import org.flashgrove.indexes.check.TreeRules;
import org.flashgrove.indexes.query.Search;

/**
 * Algorithm of a tree: how an entry is inserted and deleted. {@link SpatialTree} does the rest:
 * operations, locks, queries, checks, figures.
 *
 * <p>Entries are five words: id, minX, minY, maxX, maxY, the coordinates as raw bits of doubles
 * that are finite, in order, and not -0.0. A tree may keep other words in its nodes (a point has
 * only two coordinates; a Hilbert R-tree adds a value), as its layout says: in leaves word 0 is the
 * id and the bounds are where the layout has them, in internal nodes word 0 is the child's node id
 * and the bounds, where the layout has any, cover everything below it.
 *
 * <p>An algorithm serves one tree and one thread at a time; it keeps scratch arrays between calls
 * so that an insertion allocates nothing.
 */
public interface TreeAlgorithm {
  /** Returns the layout of the tree's nodes. */
  TreeLayout layout();

  /** Returns the limits a structural check holds the tree to. */
  TreeRules rules();

  /**
   * Checks the configuration of the algorithm against a store, before any other method is called.
   *
   * @throws org.flashgrove.core.spec.SpecException if its nodes do not fit a page
   */
  void requireFits(int pageSize);

  /** Makes an empty tree, whose root is a leaf, in a store without one. */
  default void create(NodeOperation operation) {
    EntryList none = new EntryList(layout().leaf().words(), 1);
    operation.root(operation.create(0, null, none, 0, 0), 0);
  }

  /**
   * Makes an empty tree in a store without one, and reads the first nodes of an existing tree.
   *
   * @throws org.flashgrove.core.spec.SpecException if its nodes do not fit the store's pages
   */
  default void prepare(NodeStore store) {
    requireFits(store.pageSize());
    boolean fresh;
    try (NodeReader reader = store.snapshot()) {
      fresh = reader.root() == NodeStore.NO_NODE;
      WarmUp.run(reader, layout().chained() ? 0 : store.nodesToWarm());
    }
    if (fresh) {
      try (NodeOperation operation = store.begin()) {
        create(operation);
        operation.entries(0);
        operation.commit();
      }
    }
  }

  /**
   * Refuses rectangles the tree cannot hold; the caller has seen that it is one.
   *
   * @throws IllegalArgumentException whose message says what is allowed
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees hold every rectangle
  }

  /** Inserts an entry. The caller changes the catalog's number of entries. */
  void insert(NodeOperation operation, long[] entry);

  /** Deletes one entry of exactly this id and rectangle; returns whether there was one. */
  boolean delete(NodeOperation operation, long[] entry);

  /**
   * Returns how bulk loading writes entries of this tree.
   *
   * @throws UnsupportedOperationException if the tree cannot be bulk loaded
   */
  default BulkForm bulkForm() {
    throw new UnsupportedOperationException(
        "this tree cannot be bulk loaded (allowed: rtree, rstar, hilbert, xbr, fortree)");
  }

  /**
   * Returns the consumer to which queries report, in any thread, the ids of primary nodes with
   * overflow nodes that they read. It does nothing if the tree has no overflow nodes.
   */
  default LongConsumer overflowed() {
    return primaryId -> {};
  }

  /** Returns a new search in this tree; several may run inside each other. */
  default Search search() {
    return new Search(layout());
  }

  /**
   * Returns what the algorithm has done since the object was made, or since {@link #restore} reset
   * the figures. Called when the tree was opened and after each commit.
   */
  TreeStats figures();

  /**
   * Resets the figures to those of an earlier {@link #figures()}, since all operations after it
   * were undone. Called before an operation.
   */
  void restore(TreeStats figures);

  /**
   * Checks the rules of this tree beyond those of every tree, and reports each breach as one line.
   * The general check has passed before.
   */
  default void check(NodeReader reader, Consumer<String> problems) {
    // nothing beyond the general rules
  }
}
