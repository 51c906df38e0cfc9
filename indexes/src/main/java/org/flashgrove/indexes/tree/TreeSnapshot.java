package org.flashgrove.indexes.tree;

import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.PairVisitor;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.indexes.query.SpatialJoin;

/** Runs queries of a tree on a snapshot of its store. */
public class TreeSnapshot implements EntrySource {
  private final SpatialTree tree;
  private final NodeReader reader;
  private final boolean announces;

  /**
   * Creates a view of the snapshot.
   *
   * @param reader a snapshot of a store that {@linkplain NodeStore#readsConcurrently supports
   *     concurrent reads}. Closing a cursor also closes the reader
   * @param announces whether searches announce leaves to the reader before they read them ({@link
   *     NodeReader#willRead}). This pays off for searches that read many leaves and run to the end
   */
  public TreeSnapshot(SpatialTree tree, NodeReader reader, boolean announces) {
    this.tree = tree;
    this.reader = reader;
    this.announces = announces;
  }

  @Override
  public final long scan(EntryQuery query, EntrySink sink) {
    return tree.queries.scan(reader, query, sink, announces);
  }

  @Override
  public final EntryCursor open(EntryQuery query) {
    return tree.queries.open(reader, query, announces);
  }

  @Override
  public final Metric metric() {
    return tree.metric();
  }

  @Override
  public final long size() {
    return reader.entries();
  }

  /** Returns the reader of the snapshot. */
  protected final NodeReader reader() {
    return reader;
  }

  /** Visits pairs of entries of two snapshots, as {@link SpatialTree#join} specifies. */
  public final long join(TreeSnapshot right, RectangleTest test, PairVisitor visitor) {
    SpatialJoin.requireJoinable(test, metric(), right.metric());
    return joiner(right).run(reader, right.reader, test, visitor);
  }

  /** Creates a join of this tree and another tree with the same metric. */
  public final SpatialJoin joiner(TreeSnapshot right) {
    SpatialTree.checkedHeight(reader);
    SpatialTree.checkedHeight(right.reader);
    TreeAlgorithm one = tree.algorithm;
    TreeAlgorithm other = right.tree.algorithm;
    return new SpatialJoin(one.layout(), one.overflowed(), other.layout(), other.overflowed());
  }
}
