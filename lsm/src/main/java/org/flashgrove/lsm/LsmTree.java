package org.flashgrove.lsm;

import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.grove.index.BlockIndex;
import org.flashgrove.grove.index.BlockLoader;
import org.flashgrove.indexes.check.CheckReport;
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * LSM R-tree. It collects changes in memory, and writes them to an immutable component when the
 * memory is full. A policy decides when components are merged (Mao, Qader, Hristidis: Comprehensive
 * Comparison of LSM Architectures for Spatial Data, 2020). A deletion is a record that cancels an
 * entry in an older component, and an update is a deletion and an insertion. docs/internals/lsm.md
 * describes the design.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate of -0.0 is stored
 * as 0.0. One thread changes the index at a time. A query sees the commit that was newest when the
 * query started. Queries take no lock, and run concurrently with each other and with changes. A
 * visitor may query and change this index.
 *
 * <p>Calls after {@link #close()} throw {@link StoreClosedException}.
 */
public final class LsmTree extends BlockIndex<LsmView> {
  private final LsmConfig config;
  private final LsmContent content;

  private LsmTree(ComponentStore store, LsmConfig config, Metric metric, LsmContent content) {
    super(
        store,
        LsmView.class,
        false,
        metric,
        () -> new LsmSearch(store, content.pages().newReader(store)),
        () -> new LsmNearest(store, content.pages().newReader(store), metric));
    this.config = config;
    this.content = content;
  }

  /**
   * Attaches an index to a store before the store is opened. The index is empty if the store is
   * new.
   *
   * @param store store that is not open yet; closing the index closes it
   * @param config settings; the comparator (sort order) and a declared domain must be the same as
   *     when the store was created
   * @throws org.flashgrove.core.spec.SpecException if the memory is too small for a merge
   */
  public static LsmTree attach(ComponentStore store, LsmConfig config) {
    return attach(store, config, Metric.PLANAR);
  }

  /**
   * Attaches an index to a store before the store is opened. The index is empty if the store is
   * new.
   *
   * @param metric metric of the index, which must be the same as when the store was created
   */
  public static LsmTree attach(ComponentStore store, LsmConfig config, Metric metric) {
    LsmTree tree = new LsmTree(store, config, metric, new LsmContent(store, config));
    store.attach(tree.content);
    return tree;
  }

  LsmContent content() {
    return content;
  }

  @Override
  protected boolean hasMoreThan(int entries, long id, double[] of) {
    int[] found = {0};
    EntrySink counter =
        (entryId, x1, y1, x2, y2, distance) -> {
          found[0] += entryId == id ? 1 : 0;
          return VisitResult.continueIf(found[0] <= entries);
        };
    scanFor(id, EntryQuery.matching(Predicate.EQUALS, of[0], of[1], of[2], of[3]), counter);
    return found[0] > entries;
  }

  @Override
  public LsmLoader bulkLoader(int sortMemoryBytes, Path spillDirectory) {
    return new LsmLoader(content.ordering().copy(), metric(), sortMemoryBytes, spillDirectory);
  }

  @Override
  protected boolean isInOrder(BlockLoader loader) {
    return content.isInOrder((LsmLoader) loader);
  }

  @Override
  protected void fill(BlockLoader loader, EditTaker edits) {
    content.load((LsmLoader) loader, edits);
  }

  /**
   * Returns the state of this index in a snapshot of its store.
   *
   * @param snapshot snapshot of the store of this index; it is closed when the result is closed
   */
  public LsmSnapshot at(ComponentSnapshot snapshot) {
    return new LsmSnapshot(this, snapshot);
  }

  @Override
  public LsmSnapshot snapshot() {
    requireOpen();
    return at(store().snapshot());
  }

  /**
   * Sets the clock that measures the time of flushes and merges, for example the clock of a
   * simulated device.
   *
   * @param nanos returns the current time in nanoseconds; {@link System#nanoTime} by default
   */
  public void timeBy(LongSupplier nanos) {
    betweenChanges(
        () -> {
          content.jobs().timeBy(nanos);
          return null;
        });
  }

  /** Returns the current state of the index, and statistics of its work since it was opened. */
  public LsmStats stats() {
    return betweenChanges(() -> content.jobs().statsNow());
  }

  /** Returns whether a merge is running. Does not wait for a lock. */
  public boolean isMerging() {
    return content.jobs().isMerging();
  }

  @Override
  public CheckReport check() {
    return betweenChanges(
        () -> {
          try (ComponentSnapshot snapshot = store().snapshot()) {
            return new LsmCheck(store(), config, content).run(view(snapshot));
          }
        });
  }
}
