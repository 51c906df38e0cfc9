package org.flashgrove.grove.index;

import java.util.function.LongConsumer;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.structure.NodeVisitor;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;

/**
 * Snapshot of an index for repeated searches. For one thread; the caller closes it.
 *
 * @param <V> type of the state that searches read
 */
public abstract class BlockSnapshot<V extends BlockView> implements EntrySource, AutoCloseable {
  private final BlockIndex<V> index;
  private final ComponentSnapshot snapshot;
  private long pages;

  /**
   * Creates a snapshot of an index.
   *
   * @param snapshot snapshot of the index's store; it is closed when this object is closed
   */
  protected BlockSnapshot(BlockIndex<V> index, ComponentSnapshot snapshot) {
    this.index = index;
    this.snapshot = snapshot;
  }

  /** Returns the state of the index in this snapshot. */
  protected final V view() {
    return index.view(snapshot);
  }

  @Override
  public final long scan(EntryQuery query, EntrySink sink) {
    if (query.isNearest()) {
      return nearest(query, sink);
    }
    BlockSearch<V> search = index.queries().search(query);
    long before = search.pagesRequested();
    try {
      return search.run(view(), sink, null);
    } finally {
      pages += search.pagesRequested() - before;
      index.queries().give(search);
    }
  }

  private long nearest(EntryQuery query, EntrySink sink) {
    NearestBlocks<V> nearest = index.queries().nearest(query);
    long before = nearest.pagesRequested();
    try {
      return nearest.visit(view(), query, sink);
    } finally {
      pages += nearest.pagesRequested() - before;
      index.queries().give(nearest);
    }
  }

  /** Opens a cursor. This snapshot must stay open while the cursor is in use. */
  @Override
  public final EntryCursor open(EntryQuery query) {
    return open(query, pages -> {});
  }

  /**
   * Opens a cursor. This snapshot must stay open while the cursor is in use.
   *
   * @param pages receives how many pages each step of the cursor reads
   */
  public final EntryCursor open(EntryQuery query, LongConsumer pages) {
    return index.queries().open(snapshot, query, pages, () -> {});
  }

  /**
   * Visits a block as a node of level 1 and its entry pages as nodes of level 0, with their boxes.
   * Page p of block b has the node number {@code b * blockPages + p}.
   *
   * @param parent node of level 2 above the block, or -1
   */
  protected final void visitBlock(NodeVisitor visitor, StoredBlock stored, long parent) {
    BlockFences fences = stored.fences();
    long number = stored.block().number();
    visitor.node(
        1,
        number,
        parent,
        stored.entries(),
        fences.minX(),
        fences.minY(),
        fences.maxX(),
        fences.maxY());
    double[] box = new double[4];
    for (int p = 0; p < fences.pages(); p++) {
      fences.pageBox(p, box);
      long page = number * blockPages() + fences.indexOf(p);
      visitor.node(0, page, number, fences.count(p), box[0], box[1], box[2], box[3]);
    }
  }

  /**
   * Visits all blocks and pages on the device as nodes. Skips changes in memory, which are on no
   * page.
   */
  public abstract void visitNodes(NodeVisitor visitor);

  /**
   * Reads pages into the page cache, one block at a time, until {@code mostBytes} are read or the
   * cache is full.
   *
   * @param mostBytes 0 or more; {@code Long.MAX_VALUE} for no limit
   * @return number of bytes of the pages, including pages that were cached before
   */
  public final long preload(long mostBytes) {
    if (mostBytes < 0) {
      throw new IllegalArgumentException("preload of " + mostBytes + " bytes (allowed: 0 or more)");
    }
    double most = Double.MAX_VALUE;
    BlockSearch<V> search =
        index.queries().search(EntryQuery.intersecting(-most, -most, most, most));
    int pageSize = index.store().pageSize();
    long before = search.pagesRequested();
    try {
      long end = before + Math.min(search.pagesCached(), mostBytes / pageSize) - blockPages();
      EntryVisitor ignored = (id, minX, minY, maxX, maxY) -> {};
      boolean goesOn = true;
      while (goesOn && search.pagesRequested() <= end) {
        goesOn = search.step(view(), ignored);
      }
      return (search.pagesRequested() - before) * pageSize;
    } finally {
      index.queries().give(search);
    }
  }

  /** Returns the maximum number of pages in a block. */
  protected final int blockPages() {
    return index.store().blockPages();
  }

  @Override
  public final Metric metric() {
    return index.metric();
  }

  @Override
  public final long size() {
    return view().entries();
  }

  /**
   * Returns the number of pages that searches in this snapshot have requested so far, whether
   * cached or not.
   */
  public final long pages() {
    return pages;
  }

  @Override
  public final void close() {
    snapshot.close();
  }
}
