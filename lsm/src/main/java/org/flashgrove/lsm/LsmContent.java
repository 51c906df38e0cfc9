package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.index.CommitSample;
import org.flashgrove.grove.index.MergeWorker;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.lsm.merge.EntryOrdering;
import org.flashgrove.lsm.merge.LsmConfig;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Content of an LSM R-tree. It applies commits to the memory component, flushes this component when
 * it is full, and merges components. It restores the index from the log when the store opens.
 */
final class LsmContent implements ComponentIndex, MergeWorker.Merges {
  /**
   * Fraction of the memory component, 1 / {@value}, that is reserved for changes that arrive during
   * a flush.
   */
  private static final int SLACK_PART = 8;

  /**
   * Heap bytes of a change in a sorted run, including the change's part of the box that consecutive
   * changes share.
   */
  private static final int CHANGE_BYTES = EntryColumns.RECTANGLE_BYTES + Long.BYTES + 2;

  /**
   * Heap bytes of the insertion of a point in a sorted run, including the insertion's part of the
   * box that consecutive changes share.
   */
  private static final int POINT_BYTES = EntryColumns.POINT_BYTES + Long.BYTES + 2;

  private final ComponentStore store;
  private final EntryOrdering ordering;
  private final MemoryComponent memory;
  private final JobMaker jobs;
  private final MergeWorker worker; // null if changes run merges
  private final LsmRecovery recovery;
  private final PageCache pages;
  private final MemoryAccount account;
  private ComponentSet stored = ComponentSet.of(List.of());
  private long entries;
  private volatile LsmView view;

  LsmContent(ComponentStore store, LsmConfig config) {
    this.store = store;
    ordering = config.ordering();
    memory = new MemoryComponent(ordering, config.memory() / MemoryAccount.MOST_BUFFER_PART);
    jobs = new JobMaker(this, store, config);
    worker = config.worker() ? new MergeWorker(store, this, config.rate()) : null;
    recovery = new LsmRecovery(this, store, config);
    pages = new PageCache(store.pageSize(), config.memory(), config.besideBytes());
    account = new MemoryAccount(this, config);
    account.requireRoom(store);
    publish();
    pages.retire(stored, List.of());
  }

  private void publish() {
    view = memory.view(stored, entries);
  }

  LsmView view() {
    return view;
  }

  EntryOrdering ordering() {
    return ordering;
  }

  MemoryComponent memory() {
    return memory;
  }

  ComponentSet stored() {
    return stored;
  }

  PageCache pages() {
    return pages;
  }

  JobMaker jobs() {
    return jobs;
  }

  long entries() {
    return entries;
  }

  MemoryAccount account() {
    return account;
  }

  // Changes

  @Override
  public void makeRoom(int words, long[] next) {
    int changes = words / LsmFrames.POINT_WORDS;
    long incoming = (long) changes * CHANGE_BYTES;
    account.expect(incoming);
    if (memory.isUnsortedFull(changes)) {
      chooseDomain(words, next);
    }
    if (worker == null) {
      resume();
    } else if (jobs.isRunning() || memory.isFrozen() || jobs.mayMerge()) {
      worker.wake();
    }
    if (jobs.isRunning()) {
      pace();
    }
    long room = account.bufferRoom();
    if (!memory.isFrozen() && memory.activeBytes() + incoming > room - room / SLACK_PART) {
      startFlush();
    }
    while (!memory.isEmpty() && memory.bytes() + incoming > account.bufferRoom()) {
      if (!jobs.isRunning()) {
        startFlush();
      }
      if (jobs.isRunning()) {
        jobs.waitForEnd();
      }
    }
    account.lendFree();
  }

  /**
   * Starts a flush or merge unless one is running. If changes in memory are frozen, starts their
   * flush, otherwise the next merge.
   */
  private void resume() {
    if (!jobs.isRunning() && memory.isFrozen()) {
      jobs.beginFlush();
    } else if (!jobs.isRunning()) {
      jobs.beginMerge();
    }
  }

  /**
   * Runs steps of the running flush or merge before a change is applied, more steps for a larger
   * change.
   *
   * <p>A flush must end before the memory that is reserved for changes during a flush is used up.
   * Other merges may follow a merge before the next flush. A merge must therefore end when memory
   * has received half of the changes that fit until this flush. If a worker runs the steps, a
   * change helps only if the worker is late. The worker is late if half of the memory for these
   * changes is used up.
   */
  private void pace() {
    long room = account.bufferRoom();
    boolean isFlushing = jobs.isFlushing();
    long all = isFlushing ? room / SLACK_PART : room - room / SLACK_PART;
    long free =
        isFlushing ? room - memory.bytes() - account.incoming() : all - memory.activeBytes();
    if (worker == null && !isFlushing) {
      free /= 2;
    }
    if (worker != null && free > all / 2) {
      return; // the worker is in time
    }
    long left = jobs.stepsLeft();
    long due = free <= 0 ? left : Math.min(left, (left * account.incoming() + free - 1) / free);
    for (long step = 0; step < due && jobs.isRunning(); step++) {
      jobs.step();
    }
    if (worker != null) {
      jobs.stats().helped();
    }
  }

  @Override
  public long stepBeside() {
    return jobs.stepBeside();
  }

  @Override
  public void syncWritten() {
    jobs.syncWritten();
  }

  @Override
  public boolean prepare() {
    if (jobs.isRunning()) {
      jobs.prepareStep();
    }
    resume();
    return jobs.isRunning();
  }

  /**
   * Freezes the changes in memory and starts to flush them. If a flush or merge is running,
   * finishes it first.
   */
  private void startFlush() {
    if (jobs.isRunning() || memory.isFrozen()) {
      resume();
      jobs.waitForEnd();
    }
    if (memory.isEmpty()) {
      return;
    }
    chooseDomain(0, null);
    LsmFrames frames = new LsmFrames().add(LsmFrames.FREEZE);
    Block[] none = {};
    store.edit(
        frames.words(),
        frames.length(),
        none,
        none,
        () -> {
          memory.freeze();
          publish();
        });
    jobs.beginFlush();
  }

  /**
   * Chooses the domain of the comparator (sort order), if the comparator needs a domain that is not
   * known yet. The domain is chosen from the changes in memory and the changes of the next commit.
   *
   * @param words number of words in {@code next}
   * @param next encoded changes of the next commit
   */
  private void chooseDomain(int words, long[] next) {
    if (ordering.isKnown()) {
      return;
    }
    DomainSample sample = new DomainSample();
    memory.sample(sample);
    CommitSample.add(next, words, sample);
    if (sample.count() == 0) {
      return; // there are deletions only
    }
    logDomain(EntryOrdering.definition(sample));
  }

  private void logDomain(double[] domain) {
    LsmFrames frames = new LsmFrames().add(LsmFrames.DOMAIN).addDomain(domain);
    Block[] none = {};
    store.edit(frames.words(), frames.length(), none, none, () -> define(domain));
  }

  /** Returns whether a loader sorts its entries by the order of this index. */
  boolean isInOrder(LsmLoader loader) {
    loader.sorter(); // chooses the order if there were too few entries until now
    return !ordering.isKnown()
        || Arrays.equals(ordering.definition(), loader.ordering().definition());
  }

  /**
   * Writes all entries of a loader as components. The index must be empty, and the loader must be
   * {@linkplain #isInOrder in its order}.
   *
   * @param edits receives the log record that makes the components valid
   */
  void load(LsmLoader loader, EditTaker edits) {
    flush(); // merges changes that cancel each other
    KeySorter sorted = loader.sorter();
    if (!ordering.isKnown() && loader.ordering().isKnown()) {
      logDomain(loader.ordering().definition());
    }
    pages.lend(0);
    long changeBytes = loader.isOfPoints() ? POINT_BYTES : CHANGE_BYTES;
    long room = account.bufferRoom();
    jobs.load(sorted, Math.max(1, (room - room / SLACK_PART) / changeBytes), edits);
    account.lendFree();
  }

  /**
   * Sets the domain of the comparator (sort order), and recomputes the sort keys of all changes in
   * memory.
   */
  void define(double[] domain) {
    ordering.define(domain);
    memory.rekey();
    publish();
  }

  @Override
  public void preserve(long newestLive) {
    // views are immutable
  }

  @Override
  public void apply(long frame, long[] words, int length) {
    LsmFrames.visitChanges(
        words,
        0,
        length,
        (deletion, id, x1, y1, x2, y2) -> {
          memory.add(deletion, id, x1, y1, x2, y2);
          entries += deletion ? -1 : 1;
        });
    publish();
  }

  /**
   * Adds the components that a flush created to the valid components. Drops from memory the frozen
   * changes, which are now in these components.
   */
  void publishFlush(List<StoredComponent> made) {
    memory.dropFrozen();
    stored = stored.flushed(made);
    publish();
    pages.retire(stored, List.of());
  }

  /**
   * Replaces the merged components, which are at the positions {@code inputs}, by the result of the
   * merge.
   */
  void publishMerge(int[] inputs, int level, List<StoredComponent> made) {
    List<Block> gone = new ArrayList<>();
    for (int input : inputs) {
      gone.addAll(List.of(stored.component(input).blockNames()));
    }
    stored = stored.merged(inputs, level, made);
    publish();
    pages.retire(stored, gone);
  }

  /** Replaces the existing components, which have no entries, by the components of a bulk load. */
  void publishLoad(List<StoredComponent> made, long count) {
    List<Block> gone = new ArrayList<>();
    visitBlocks(gone::add);
    stored = ComponentSet.of(made);
    entries += count;
    publish();
    pages.retire(stored, gone);
    account.lendFree();
  }

  // Snapshots

  @Override
  public Object capture(long commit) {
    return view;
  }

  @Override
  public boolean keepsForSnapshots() {
    return false;
  }

  @Override
  public void prune(long oldestLive) {
    // nothing to do: the garbage collector frees old views
  }

  // Opening

  @Override
  public void restore(long frame, Kind kind, long[] words, int length) {
    recovery.restore(frame, kind, words, length);
  }

  /** Restores the valid components and the number of entries from a checkpoint image. */
  void restoreManifest(List<StoredComponent> components, long count) {
    stored = ComponentSet.of(components);
    entries = count;
    publish();
  }

  /**
   * Freezes all changes restored so far, because a flush had frozen them before the store was
   * closed.
   */
  void restoreFreeze() {
    memory.freeze();
    publish();
  }

  /**
   * Restores changes in memory from a checkpoint image. The number of entries already includes
   * them.
   */
  void restoreChanges(long[] words, int from, int length) {
    LsmFrames.visitChanges(words, from, length, memory::add);
    publish();
  }

  @Override
  public void visitBlocks(Consumer<Block> visitor) {
    for (int b = 0; b < stored.blocks(); b++) {
      visitor.accept(stored.block(b).block());
    }
  }

  @Override
  public void opened(long lastFrame) {
    recovery.requireComplete(lastFrame);
    stored = recovery.withFences(stored);
    publish();
    pages.retire(stored, List.of());
    account.lendFree();
  }

  @Override
  public long unflushedBytes() {
    return memory.bytes() + (long) Long.BYTES * LsmFrames.BLOCK_WORDS * stored.blocks();
  }

  @Override
  public void flush() {
    if (worker != null) {
      worker.requireSound();
    }
    resume();
    jobs.finish();
    startFlush();
    do {
      jobs.finish();
      resume();
    } while (jobs.isRunning());
    account.expect(0);
    account.lendFree();
  }

  @Override
  public void checkpointImage(CheckpointImageSink sink) {
    recovery.checkpointImage(sink);
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    jobs.close();
    pages.lend(0);
  }
}
