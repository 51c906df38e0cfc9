package org.flashgrove.grove;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.grove.index.GroveStats;
import org.flashgrove.grove.memtable.BufferLookup;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.merge.LooseBlocks;
import org.flashgrove.grove.query.EntryLookup;
import org.flashgrove.grove.query.GroveNearest;
import org.flashgrove.grove.query.WindowSearch;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.check.CheckReport;

/**
 * Spatial index for flash. It stores entries in blocks of packed pages. Each block belongs to an
 * interval of a Hilbert curve. Changes first go to a write buffer in memory. The buffer is divided
 * into intervals of the same curve. When the buffer is full, a merge combines the changes of some
 * neighbouring intervals with their blocks into new blocks. docs/internals/grove.md describes the
 * design.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate of -0.0 is stored
 * as 0.0. One thread changes the index at a time. A query sees the commit that was newest when the
 * query started. Queries take no lock, and run concurrently with each other and with changes. A
 * visitor may query and change this index, because the index is not using any cached page while it
 * calls the visitor.
 *
 * <p>Calls after {@link #close()} throw {@link StoreClosedException}.
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
        () -> new WindowSearch(store, content.pages().newReader(store), config.blind()),
        () -> new GroveNearest(store, content.pages().newReader(store), metric));
    this.config = config;
    this.content = content;
    BufferLookup buffer = content.buffer().lookup();
    lookup = new EntryLookup(store, content.pages().newReader(store), content.curve(), buffer);
  }

  /**
   * Attaches a Grove to a store before the store is opened. The Grove is empty if the store is new.
   *
   * @param store store that is not open yet; closing the Grove closes it
   * @param config settings; the domain and {@link GroveConfig#oversizedPart} must not change for an
   *     existing store
   */
  public static Grove attach(ComponentStore store, GroveConfig config) {
    return attach(store, config, Metric.PLANAR);
  }

  /**
   * Attaches a Grove that measures distances with {@code metric}. Must be called before the store
   * is opened. The metric of an existing store must not change.
   */
  public static Grove attach(ComponentStore store, GroveConfig config, Metric metric) {
    Grove grove = new Grove(store, config, metric, new GroveContent(store, config));
    store.attach(grove.content);
    return grove;
  }

  /**
   * Makes this index take its memory from a memory budget instead of its own settings. Must be
   * called before the store is opened.
   *
   * @param shares opens a share of the budget for a memory user; the budget may ask this user to
   *     give memory back
   */
  public void join(Function<MemoryUser, MemoryShare> shares) {
    content.memory().join(shares);
  }

  /** Returns the object that the store calls to apply commits and to restore this index. */
  public GroveContent content() {
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
    return new GroveLoader(content.curve(), metric(), sortMemoryBytes, spillDirectory);
  }

  @Override
  protected boolean isInOrder(BlockLoader loader) {
    GroveLoader sorting = (GroveLoader) loader;
    sorting.sorter(); // chooses the order if there were too few entries until now
    return !content.curve().isKnown() || sorting.curve().equals(content.curve());
  }

  @Override
  protected void fill(BlockLoader taken, EditTaker edits) {
    GroveLoader loader = (GroveLoader) taken;
    content.flush(); // merges changes that cancel each other
    KeySorter sorted = loader.sorter();
    content.runner().load(sorted, loader.curve(), edits);
    content.logFences(); // logs nothing in a batch, whose blocks are added at its commit
  }

  /**
   * {@inheritDoc} Blind deletions of missing entries make {@link #size} too small. If it is not
   * positive, this method first moves all changes to blocks.
   */
  @Override
  protected long exactSize() {
    if (config.blind() && size() <= 0) {
      store().maintain(content::flush);
    }
    return size();
  }

  /**
   * Returns the state of the index in a snapshot of its store. One snapshot may cover several
   * structures of the store.
   *
   * @param snapshot snapshot of the store of this index; it is closed when the result is closed
   */
  public GroveSnapshot at(ComponentSnapshot snapshot) {
    return new GroveSnapshot(this, snapshot);
  }

  @Override
  public GroveSnapshot snapshot() {
    requireOpen();
    return at(store().snapshot());
  }

  /**
   * {@inheritDoc} A blind deletion does not search for its entry first. It therefore reduces the
   * size even if the entry does not exist. The size is exact again when all changes are in blocks,
   * as after {@link #flush()}.
   */
  @Override
  public long size() {
    return super.size();
  }

  /**
   * Moves all changes to blocks and merges blocks that take more space than they need. Queries and
   * changes can run between merges.
   *
   * @param toFront whether to move blocks from the end of the file into unused space nearer to its
   *     start
   */
  public void compact(boolean toFront) {
    flush();
    tighten(LooseBlocks.What.SPARSE, Directory::blocks);
    if (toFront) {
      tighten(LooseBlocks.What.BEHIND, LooseBlocks::places);
    }
  }

  /**
   * Merges blocks that waste space, in rounds. Each round goes once over all intervals of the
   * curve. The rounds stop after the first one in which {@code measure}, applied to the directory
   * of blocks, does not become smaller.
   *
   * @param what kind of blocks to merge
   */
  private void tighten(LooseBlocks.What what, ToLongFunction<Directory> measure) {
    long after = Long.MAX_VALUE;
    long before;
    do {
      before = after;
      tighten(what);
      after =
          betweenChanges(
              () -> content.still(() -> measure.applyAsLong(content.partition().directory())));
    } while (after < before);
  }

  private void tighten(LooseBlocks.What what) {
    long[] at = {0};
    while (at[0] < CurveOrder.END) {
      betweenChanges(
          () -> {
            store().maintain(() -> at[0] = content.runner().tighten(at[0], what));
            return at;
          });
    }
    sync();
    flush(); // frees replaced blocks for the next round
  }

  /** Returns the current sizes of the index, and statistics of its work since it was opened. */
  public GroveStats stats() {
    return betweenChanges(() -> content.still(() -> statsOf(content)));
  }

  private static GroveStats statsOf(GroveContent content) {
    Directory directory = content.partition().directory();
    long pages = 0;
    long entries = 0;
    int upper = 0;
    for (int i = 0; i < directory.blocks(); i++) {
      pages += directory.block(i).block().pages();
      entries += directory.block(i).entries();
      upper += directory.block(i).fences().isUpper() ? 1 : 0;
    }
    return new GroveStats(
        directory.blocks(),
        upper,
        pages,
        entries,
        content.buffer().changes(),
        directory.bytes(),
        content.buffer().bytes(),
        content.memory().bytes(),
        content.pages().pages(),
        content.memory().usedBytes(),
        content.runner().merges(),
        content.runner().dropped());
  }

  @Override
  public CheckReport check() {
    return betweenChanges(
        () -> content.still(() -> new GroveCheck(store(), config, content).run()));
  }
}
