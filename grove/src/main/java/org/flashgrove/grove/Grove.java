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

/**
 * A spatial index for flash. Entries are stored in blocks of packed pages, one block per interval
 * of the Hilbert curve, and changes first go to a write buffer in memory, divided by the same
 * curve. When the buffer is full, the changes of some neighbouring intervals are merged with their
 * blocks into new blocks. An insertion therefore costs the device its share of these merges and of
 * the log. docs/internals/grove.md describes the design.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate of -0.0 is stored
 * as 0.0. One thread changes the index at a time; queries see the newest commit at their beginning,
 * take no lock, and run concurrently with each other and with changes. A visitor may query and
 * change this index, because no page is in use while it is called.
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
   * Returns the grove of a store that is opened next, empty if the store is new.
   *
   * @param store not open yet; the grove closes it
   * @param config the domain, and which entries are oversized, must be what the grove was created
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

  /**
   * Has the memory of this index be a share of a budget, before the store is opened.
   *
   * @param shares opens a share for the part of the index that gives memory back
   */
  public void join(Function<MemoryUser, MemoryShare> shares) {
    content.memory().join(shares);
  }

  /** Returns what the index holds, as its store sees it. */
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
  protected void fill(BlockLoader taken, EditTaker edits) {
    GroveLoader loader = (GroveLoader) taken;
    content.flush(); // changes that cancel
    KeySorter sorted = loader.sorter();
    CurveOrder along = loader.curve();
    if (content.curve().isKnown() && !along.equals(content.curve())) {
      throw new IllegalStateException(
          "entries were inserted since the loader was made (allowed: a new loader)");
    }
    content.runner().load(sorted, along, edits);
    content.logFences(); // of none before a batch commits, whose edit is made with it
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

  /**
   * {@inheritDoc} With blind deletions it is exact when all changes are in blocks, as after {@link
   * #flush()}: before, deletions of entries that are not there are counted.
   */
  @Override
  public long size() {
    return super.size();
  }

  /**
   * Moves all changes to blocks and merges blocks that take more space than they need. Queries and
   * changes continue between merges.
   *
   * @param toFront whether blocks leave the end of the file, too, where there is room before
   */
  public void compact(boolean toFront) {
    flush();
    tighten(LooseBlocks.What.SPARSE, Directory::blocks);
    if (toFront) {
      tighten(LooseBlocks.What.BEHIND, LooseBlocks::places);
    }
  }

  /** Merges such blocks as long as they become less by some measure. */
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
    flush(); // what was replaced is free for what comes next
  }

  /** Returns statistics of the index since it was opened. */
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

  /** Verifies the index's structure; reads all blocks. Changes wait. */
  public GroveReport check() {
    return betweenChanges(
        () -> content.still(() -> new GroveCheck(store(), config, content).run()));
  }
}
