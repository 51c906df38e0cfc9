package org.flashgrove.indexes.grove;

import java.nio.file.Path;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.JoinVisitor;
import org.flashgrove.core.index.StoppingIdVisitor;
import org.flashgrove.core.index.StoppingJoinVisitor;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.component.BlockIndex;
import org.flashgrove.indexes.component.BlockLoader;
import org.flashgrove.indexes.query.EntrySearch;
import org.flashgrove.indexes.query.PartJoin;
import org.flashgrove.indexes.query.SpatialJoin;
import org.flashgrove.indexes.tree.SpatialTree;

/**
 * A spatial index made for flash: entries in blocks of packed pages, one block an interval of the
 * Hilbert curve, and a write buffer in memory cut by the same curve. When the memory is full, the
 * changes of some neighbouring intervals are merged with their blocks into new blocks: what an
 * insertion costs the device is its share of that and of the log. docs/grove.md has the whole.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate -0.0 is taken as
 * 0.0. Changes from several threads take turns; queries see the newest commit when they begin, take
 * no lock, and run beside each other and beside changes. A visitor may query and change this index:
 * it is called when no page is in use.
 *
 * <p>After {@link #close()} calls end in {@link StoreClosedException}.
 */
public final class Grove extends BlockIndex<View> {
  private final GroveConfig config;
  private final GroveContent content;
  private final EntryLookup lookup;

  private Grove(ComponentStore store, GroveConfig config, Metric metric, GroveContent content) {
    super(
        store,
        View.class,
        config.blind(),
        metric,
        () -> new WindowSearch(store, content.pages().newReader(store)),
        () -> new NearestSearch(store, content.pages().newReader(store), metric));
    this.config = config;
    this.content = content;
    lookup = new EntryLookup(store, content.pages().newReader(store), content.line());
  }

  /**
   * Returns the grove of a store that is opened next, empty if the store is new.
   *
   * @param store not open yet; the grove closes it
   * @param config the domain, and which entries are giants, must be what the grove was created
   *     with; all else may be another
   */
  public static Grove attach(ComponentStore store, GroveConfig config) {
    return attach(store, config, Metric.PLANAR);
  }

  /** Returns the grove of a store as the other does, with the metric that it was created with. */
  public static Grove attach(ComponentStore store, GroveConfig config, Metric metric) {
    Grove grove = new Grove(store, config, metric, new GroveContent(store, config));
    store.attach(grove.content);
    return grove;
  }

  /** Returns what the index holds, as its store sees it. */
  GroveContent content() {
    return content;
  }

  @Override
  protected boolean hasMoreThan(int entries, long id, double[] of) {
    try (ComponentSnapshot snapshot = store().snapshot()) {
      return lookup.hasMoreThan(entries, view(snapshot), id, of);
    }
  }

  @Override
  public GroveLoader bulkLoader(int sortMemoryBytes, Path spillDirectory) {
    return new GroveLoader(content.line(), metric(), sortMemoryBytes, spillDirectory);
  }

  @Override
  protected void fill(BlockLoader taken) {
    GroveLoader loader = (GroveLoader) taken;
    content.flush(); // changes that cancel
    KeySorter sorted = loader.sorter();
    Line along = loader.line();
    if (content.line().isKnown() && !along.equals(content.line())) {
      throw new IllegalStateException(
          "entries were inserted since the loader was made (allowed: a new loader)");
    }
    content.bites().load(sorted, along);
  }

  /**
   * Returns this index as a snapshot of its store sees it, such as one of several structures.
   *
   * @param snapshot of the store that this index was attached to; closed with what is returned
   */
  public GroveSnapshot at(ComponentSnapshot snapshot) {
    return new GroveSnapshot(this, snapshot);
  }

  @Override
  public GroveSnapshot snapshot() {
    requireOpen();
    return at(store().snapshot());
  }

  /** Visits all pairs as {@link #joinUntil(Grove, RectangleTest, StoppingJoinVisitor)} does. */
  public long join(Grove right, RectangleTest test, JoinVisitor visitor) {
    return joinUntil(right, test, visitor);
  }

  /** Visits all pairs of an entry of this grove and one of a tree, as the other does. */
  public long join(SpatialTree right, RectangleTest test, JoinVisitor visitor) {
    return joinUntil(right, test, visitor);
  }

  /**
   * Visits the pairs of an entry of this grove and one of another, or of this one again, for which
   * a test holds, this grove's entry being the query; each as one commit left it. Pages of this
   * grove are read once, about a block at a time, and of the other those near them.
   *
   * @param test a test that rectangles without a common point do not pass, or a {@link
   *     org.flashgrove.core.geometry.WithinDistance}
   * @param visitor receives each pair; null to count only
   * @return number of pairs visited
   * @throws IllegalArgumentException for a test that a join cannot find pairs for
   */
  public long joinUntil(Grove right, RectangleTest test, StoppingJoinVisitor visitor) {
    SpatialJoin.requireJoinable(test, metric(), right.metric());
    try (GroveSnapshot entries = snapshot()) {
      if (right == this) {
        return join(entries, entries, test, true, visitor); // one commit, not two
      }
      try (GroveSnapshot others = right.snapshot()) {
        return join(entries, others, test, true, visitor);
      }
    }
  }

  private static long join(
      GroveSnapshot parts,
      EntrySearch others,
      RectangleTest test,
      boolean partIsLeft,
      StoppingJoinVisitor visitor) {
    PartJoin join = new PartJoin(others, test, partIsLeft, visitor);
    parts.joinAll(join);
    return join.found();
  }

  /** Visits the pairs of an entry of this grove and one of a tree, as the other does. */
  public long joinUntil(SpatialTree right, RectangleTest test, StoppingJoinVisitor visitor) {
    return join(right, test, true, visitor);
  }

  /** Visits the pairs of an entry of a tree, being the query, and one of this grove. */
  public long joinAsRightUntil(SpatialTree left, RectangleTest test, StoppingJoinVisitor visitor) {
    return join(left, test, false, visitor);
  }

  private long join(
      SpatialTree other, RectangleTest test, boolean isLeft, StoppingJoinVisitor visitor) {
    SpatialJoin.requireJoinable(test, metric(), other.metric());
    return other.atOneCommit(
        others -> {
          try (GroveSnapshot entries = snapshot()) {
            return join(entries, others, test, isLeft, visitor);
          }
        });
  }

  /**
   * {@inheritDoc} On split pages neighbours' residual pages are read only where cells do not say
   * which of two is nearer: about half as many pages as for {@link #nearest}, which reads them for
   * each neighbour.
   */
  @Override
  public long nearestIdsUntil(
      double minX, double minY, double maxX, double maxY, long limit, StoppingIdVisitor visitor) {
    return super.nearestIdsUntil(minX, minY, maxX, maxY, limit, visitor);
  }

  /**
   * {@inheritDoc} With blind deletions it is exact when all changes are in blocks, as after {@link
   * #flush()}: before, deletions of entries that are not there are counted.
   */
  @Override
  public long size() {
    return super.size();
  }

  /** Figures of the index since it was opened. */
  public GroveFigures figures() {
    return betweenChanges(() -> GroveFigures.of(content));
  }

  /** Verifies the index's structure; reads all blocks. Changes wait. */
  public GroveReport check() {
    return betweenChanges(() -> new GroveCheck(store(), config, content).run());
  }
}
