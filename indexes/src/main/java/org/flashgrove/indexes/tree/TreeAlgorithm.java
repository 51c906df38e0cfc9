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
 * Algorithm of a tree, which inserts and deletes entries. {@link SpatialTree} provides operations,
 * locks, queries, checks and statistics.
 *
 * <p>Entries are five 64-bit words: id, minX, minY, maxX, maxY. Coordinates are the raw bits of
 * finite doubles other than -0.0. No minimum exceeds its maximum. A tree may store other words in
 * its nodes, as its layout specifies: a point has two coordinates, and a Hilbert R-tree adds a
 * value.
 *
 * <p>In leaves word 0 is the id. In internal nodes word 0 is the child's node id. The rectangle of
 * an internal entry, if it has one, covers everything below the child.
 *
 * <p>An algorithm serves one tree and one thread at a time. It has scratch arrays, so an insertion
 * allocates nothing.
 */
public interface TreeAlgorithm {
  /** Returns the layout of the tree's nodes. */
  TreeLayout layout();

  /** Returns the invariants that a structural check verifies. */
  TreeRules rules();

  /**
   * Checks the configuration of the algorithm against a page size, before any other method is
   * called.
   *
   * @throws org.flashgrove.core.spec.SpecException if the nodes do not fit a page
   */
  void requireFits(int pageSize);

  /** Creates an empty tree, whose root is a leaf, in a store without a tree. */
  default void create(NodeOperation operation) {
    EntryList none = new EntryList(layout().leaf().words(), 1);
    operation.root(operation.create(0, null, none, 0, 0), 0);
  }

  /**
   * Prepares the tree in a store. Creates an empty tree if the store has none; otherwise reads the
   * first nodes of the existing tree.
   *
   * @throws org.flashgrove.core.spec.SpecException if the nodes do not fit the store's pages
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
   * Rejects valid rectangles that the tree cannot store.
   *
   * @throws IllegalArgumentException with a message that names the allowed range
   */
  default void requireHoldable(double minX, double minY, double maxX, double maxY) {
    // most trees can store every rectangle
  }

  /** Inserts an entry. The caller changes the catalog's number of entries. */
  void insert(NodeOperation operation, long[] entry);

  /** Deletes one entry with exactly this id and rectangle. Returns whether it existed. */
  boolean delete(NodeOperation operation, long[] entry);

  /**
   * Returns the format in which bulk loading writes entries of this tree.
   *
   * @throws UnsupportedOperationException if the tree cannot be bulk loaded
   */
  default BulkForm bulkForm() {
    throw new UnsupportedOperationException(
        "bulk load: this index does not support it; insert the entries, or use an index grove,"
            + " lsm, rtree, rstar, hilbert, xbr or fortree");
  }

  /**
   * Returns a receiver of node ids. When a query reads a primary node that has overflow nodes, the
   * query's thread passes the id of this node to the receiver. The default receiver does nothing,
   * which suits trees without overflow nodes.
   */
  default LongConsumer overflowed() {
    return primaryId -> {};
  }

  /** Creates a search in this tree. Several searches may exist and run at the same time. */
  default Search search() {
    return new Search(layout());
  }

  /**
   * Returns statistics since this object was created or {@link #restore} reset them. {@link
   * SpatialTree} calls this when the tree is opened and after each commit.
   */
  TreeStats figures();

  /**
   * Resets the statistics to an earlier result of {@link #figures()}, because all later operations
   * were undone. {@link SpatialTree} calls this before an operation.
   */
  void restore(TreeStats figures);

  /**
   * Checks the rules that are specific to this tree. It is called after the general check has
   * passed.
   *
   * @param problems receives each violation as one line
   */
  default void check(NodeReader reader, Consumer<String> problems) {
    // nothing beyond the general rules
  }
}
