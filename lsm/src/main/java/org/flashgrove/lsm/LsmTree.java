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
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * An LSM R-tree. Changes are collected in memory and written to an immutable component when the
 * memory is full; a policy plans merges of components (Mao, Qader, Hristidis: Comprehensive
 * Comparison of LSM Architectures for Spatial Data, 2020). A deletion is a record that cancels an
 * entry in an older component, and an update is a deletion and an insertion. docs/internals/lsm.md
 * describes the design.
 *
 * <p>Each insertion, deletion and update is one commit of the store. A coordinate -0.0 counts as
 * 0.0. One thread changes the index at a time. Queries show the newest commit as of their start,
 * take no lock, and run concurrently with each other and with changes. A visitor may query and
 * change this index.
 *
 * <p>After {@link #close()} calls throw {@link StoreClosedException}.
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
   * Attaches an index to a store that is opened next; the index of a new store is empty.
   *
   * @param store a store that is not open yet; the index closes it
   * @param config settings; the comparator and a declared domain must equal those at creation
   * @throws org.flashgrove.core.spec.SpecException if the memory is too small for a merge
   */
  public static LsmTree attach(ComponentStore store, LsmConfig config) {
    return attach(store, config, Metric.PLANAR);
  }

  /** Returns the index of a store as the other does, with the metric that it was created with. */
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
  protected void fill(BlockLoader loader, EditTaker edits) {
    content.load((LsmLoader) loader, edits);
  }

  /**
   * Returns this index as of a snapshot of its store.
   *
   * @param snapshot a snapshot of the attached store; closed together with the result
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
   * Sets the clock that measures flushes and merges, such as the clock of a simulated device.
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

  /** Returns statistics of the index since it was opened. */
  public LsmStats stats() {
    return betweenChanges(() -> content.jobs().statsNow());
  }

  /** Returns whether a merge is running, without waiting. */
  public boolean isMerging() {
    return content.jobs().isMerging();
  }

  /** Verifies the index's structure by reading all blocks. Changes wait. */
  public LsmReport check() {
    return betweenChanges(
        () -> {
          try (ComponentSnapshot snapshot = store().snapshot()) {
            return new LsmCheck(store(), config, content).run(view(snapshot));
          }
        });
  }
}
