package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.lsm.merge.ComponentSource;
import org.flashgrove.lsm.merge.ComponentWriter;
import org.flashgrove.lsm.merge.LsmConfig;
import org.flashgrove.lsm.merge.MemoryRun;
import org.flashgrove.lsm.merge.MergeJob;
import org.flashgrove.lsm.merge.MergeSource;
import org.flashgrove.lsm.merge.RegionPlan;
import org.flashgrove.lsm.merge.RunSource;
import org.flashgrove.lsm.merge.SortedSource;
import org.flashgrove.lsm.merge.StoredComponent;
import org.flashgrove.lsm.policy.MergePlan;
import org.flashgrove.lsm.policy.MergePolicies;

/**
 * Runs flushes and merges, which are called jobs, one at a time and in steps. The last step of a
 * job logs an edit, which is a log record that makes the new components valid.
 *
 * <p>A job starts and ends under the store lock. Each step runs in one of two threads: in a thread
 * that changes the index and holds the store lock, or in a worker, which does not hold it. Every
 * step holds the step lock. A thread that needs both locks acquires the store lock first. A worker
 * never waits for the store lock while it holds the step lock.
 */
final class JobMaker {
  private static final Block[] NONE = {};
  private static final int PART_PART = 16;

  private final LsmContent content;
  private final ComponentStore store;
  private final LsmConfig config;
  private final LsmFrames frames = new LsmFrames();
  private final WriteStats stats = new WriteStats();
  private volatile LongSupplier clock = System::nanoTime;

  /**
   * Step lock. A thread holds it while it runs a step of a flush or merge. The lock is fair, so
   * that a worker that runs step after step lets a waiting change proceed.
   */
  private final OrderedLock steps = new OrderedLock(LockRank.MERGE, true);

  private MergeJob running;
  private RuntimeException failure; // failure of a step of the worker, which ends the job
  private MergePlan plan; // plan of the running merge; null for a flush
  private volatile long bytes; // heap bytes of the running job
  private volatile long stepsLeft;
  private long flushes;
  private volatile boolean merging; // whether a merge is running, for other threads
  private boolean idle; // nothing to merge before the next flush

  JobMaker(LsmContent content, ComponentStore store, LsmConfig config) {
    this.content = content;
    this.store = store;
    this.config = config;
  }

  WriteStats stats() {
    return stats;
  }

  long flushes() {
    return flushes;
  }

  /** Sets the clock that measures the time of flushes and merges, in nanoseconds. */
  void timeBy(LongSupplier nanos) {
    clock = nanos;
  }

  /** Sets the number of flushes that were made before the store was opened. */
  void restoreFlushes(long count) {
    flushes = count;
    idle = false;
  }

  boolean isRunning() {
    return running != null;
  }

  /**
   * Returns false if the merge policy has no merge to start before the next flush; true if it may
   * have one.
   */
  boolean mayMerge() {
    return !idle;
  }

  boolean isFlushing() {
    return running != null && plan == null;
  }

  /** Returns whether a merge is running. Any thread may call this method. */
  boolean isMerging() {
    return merging;
  }

  /**
   * Returns the approximate number of remaining steps of the running flush or merge, at least 1.
   */
  long stepsLeft() {
    return stepsLeft;
  }

  /**
   * Returns the number of heap bytes that the running flush or merge uses. Any thread may call this
   * method.
   */
  long bytes() {
    return bytes;
  }

  private void begin(MergeJob job, MergePlan ofMerge) {
    steps.lock();
    try {
      plan = ofMerge;
      running = job;
      merging = ofMerge != null;
      note();
    } finally {
      steps.unlock();
    }
  }

  /**
   * Publishes the memory use and the remaining steps of the running flush or merge. If there is a
   * worker, also adapts the amount of memory that is lent to the page cache.
   */
  private void note() {
    bytes = running == null ? 0 : running.bytes();
    stepsLeft = running == null ? 0 : running.stepsLeft();
    if (config.worker()) {
      content.account().lendFree();
    }
  }

  /** Returns the statistics of the index. Waits until no step of a flush or merge runs. */
  LsmStats statsNow() {
    steps.lock();
    try {
      return stats.stats(content);
    } finally {
      steps.unlock();
    }
  }

  /** Returns whether a flush or merge is running, or would start without further changes. */
  boolean isPending() {
    steps.lock();
    try {
      ComponentSet stored = content.stored();
      return running != null
          || content.memory().isFrozen()
          || !idle
              && stored.size() > 0
              && config.policy().next(stored.summaries(store.pageSize()), flushes) != null;
    } finally {
      steps.unlock();
    }
  }

  /** Starts a flush, which writes the frozen changes in memory to a new component. */
  void beginFlush() {
    List<MergeSource> sources = new ArrayList<>();
    for (MemoryRun run : content.memory().frozenRuns()) {
      sources.add(new RunSource(run, content.ordering()));
    }
    boolean bottom = content.stored().size() == 0;
    begin(new MergeJob(sources, newWriter(), 0, Long.MAX_VALUE, bottom, null), null);
  }

  private ComponentWriter newWriter() {
    return new ComponentWriter(store, config, config.memory() / PART_PART);
  }

  /** Starts the next merge that the merge policy plans, if there is one. */
  void beginMerge() {
    ComponentSet stored = content.stored();
    if (idle || stored.size() == 0) {
      return;
    }
    MergePlan next = config.policy().next(stored.summaries(store.pageSize()), flushes);
    if (next == null) {
      idle = true;
      return;
    }
    List<StoredComponent> inputs = new ArrayList<>();
    List<ComponentSource> sources = new ArrayList<>();
    for (int input : next.inputs()) {
      inputs.add(stored.component(input));
      sources.add(new ComponentSource(store, stored.component(input), content.ordering()));
    }
    RegionPlan regions = null;
    boolean cut = next.cut() < Long.MAX_VALUE;
    if (cut && config.partition() != LsmConfig.Partition.SIZE) {
      boolean slabs = config.partition() == LsmConfig.Partition.SLAB;
      regions = new RegionPlan(store, inputs, content.ordering(), next.cut(), slabs);
    }
    boolean bottom = stored.isBottom(next.inputs(), cut);
    begin(new MergeJob(sources, newWriter(), next.level(), next.cut(), bottom, regions), next);
  }

  /**
   * Runs the next step of the running flush or merge. Completes the flush or merge after its last
   * step. The caller must hold the store lock.
   */
  void step() {
    steps.lock();
    try {
      requireSound();
      boolean isFlush = plan == null;
      long before = clock.getAsLong();
      if (!running.isDone()) {
        running.step();
      }
      if (running.isDone()) {
        end();
      }
      note();
      stats.took(isFlush, clock.getAsLong() - before);
    } finally {
      steps.unlock();
    }
  }

  private void end() {
    MergeJob done = running;
    running = null;
    merging = false;
    idle = false;
    done.close(); // returns an unused block
    if (plan == null) {
      endFlush(done);
    } else {
      endMerge(done, plan);
    }
  }

  /**
   * Runs the next step of the running flush or merge, unless this step requires the store lock. The
   * caller must not hold the store lock.
   *
   * @return number of pages that the step read and wrote; -1 if no step ran
   */
  long stepBeside() {
    steps.lock();
    try {
      if (running == null || running.isDone() || running.needsBlock()) {
        return -1;
      }
      long before = clock.getAsLong();
      long moved = running.pagesMoved();
      stepSoundly();
      note();
      stats.took(plan == null, clock.getAsLong() - before);
      return running.pagesMoved() - moved;
    } finally {
      steps.unlock();
    }
  }

  private void stepSoundly() {
    requireSound();
    failure =
        new IllegalStateException(
            "flush or merge: a step ended with an error; close the store and open it again");
    try {
      running.step();
      failure = null;
    } catch (RuntimeException e) {
      failure = e; // set before a change that helps can run the next step
      throw e;
    }
  }

  private void requireSound() {
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Completes the running flush or merge if its last step has run. Otherwise allocates the next
   * block if one is needed. The caller must hold the store lock, unlike callers of {@link
   * #stepBeside}.
   */
  void prepareStep() {
    steps.lock();
    try {
      if (running.isDone()) {
        end();
        note();
      } else if (running.needsBlock()) {
        running.takeBlock();
      }
    } finally {
      steps.unlock();
    }
  }

  /**
   * Syncs the written blocks if the last step of the running flush or merge has run. The caller
   * must not hold the store lock.
   */
  void syncWritten() {
    steps.lock();
    try {
      if (running == null || !running.isDone()) {
        return;
      }
    } finally {
      steps.unlock();
    }
    store.syncBlocks();
  }

  /**
   * Writes the entries of a bulk load as components, in the level to which the policy would have
   * merged them. If the policy keeps components of about the size of a flush, each new component
   * gets {@code ofFlush} entries. Otherwise there is a single new component. Existing components
   * must have no entries, and are dropped.
   *
   * @param sorted the entries
   * @param ofFlush number of entries that one flush writes
   * @param edits receives the log record that makes the components valid
   */
  void load(KeySorter sorted, long ofFlush, EditTaker edits) {
    long loaded = sorted.total();
    if (loaded == 0) {
      return;
    }
    long asFlushes = (loaded + ofFlush - 1) / ofFlush;
    List<StoredComponent> before = new ArrayList<>();
    List<MergeSource> sources = new ArrayList<>();
    sources.add(new SortedSource(sorted, content.ordering()));
    for (int c = 0; c < content.stored().size(); c++) {
      before.add(content.stored().component(c));
      sources.add(new ComponentSource(store, before.get(c), content.ordering()));
    }
    int level = config.policy().levelOfLoad(asFlushes);
    long cut = MergePolicies.cuts(config.policy()) ? ofFlush : Long.MAX_VALUE;
    MergeJob job = new MergeJob(sources, newWriter(), level, cut, true, null);
    try {
      while (!job.isDone()) {
        job.step();
      }
    } finally {
      job.close();
    }
    List<StoredComponent> made = job.made();
    long flushesThen = flushes + asFlushes;
    frames.clear().add(LsmFrames.LOADED).add(flushesThen).add(loaded).addComponents(made);
    edits.edit(
        frames.words(),
        frames.length(),
        blocks(made),
        blocks(before),
        () -> {
          flushes = flushesThen;
          idle = false;
          stats.loaded(job);
          stats.components(made.size());
          content.publishLoad(made, loaded);
        });
  }

  private void endFlush(MergeJob done) {
    flushes += done.made().isEmpty() ? 0 : 1;
    stats.flushed(done);
    frames.clear().add(LsmFrames.FLUSHED).add(flushes).addComponents(done.made());
    store.edit(
        frames.words(),
        frames.length(),
        blocks(done.made()),
        NONE,
        () -> content.publishFlush(done.made()));
    stats.components(content.stored().size());
  }

  private void endMerge(MergeJob done, MergePlan merge) {
    ComponentSet stored = content.stored();
    List<StoredComponent> inputs = new ArrayList<>();
    frames.clear().add(LsmFrames.MERGED).add(merge.inputs().length);
    for (int input : merge.inputs()) {
      frames.add(input);
      inputs.add(stored.component(input));
    }
    frames.add(merge.level()).addComponents(done.made());
    stats.merged(done, merge.level(), inputs);
    store.edit(
        frames.words(),
        frames.length(),
        blocks(done.made()),
        blocks(inputs),
        () -> content.publishMerge(merge.inputs(), merge.level(), done.made()));
  }

  private static Block[] blocks(List<StoredComponent> components) {
    List<Block> all = new ArrayList<>();
    for (StoredComponent component : components) {
      all.addAll(List.of(component.blockNames()));
    }
    return all.toArray(NONE);
  }

  /**
   * Runs all remaining steps of the running flush or merge in a thread that changes the index. Adds
   * their time to the statistics of changes that had to wait.
   */
  void waitForEnd() {
    long before = clock.getAsLong();
    finish();
    stats.waited(clock.getAsLong() - before);
  }

  /** Runs all remaining steps of the running flush or merge, if there is one. */
  void finish() {
    while (running != null) {
      step();
    }
  }

  /**
   * Aborts the running flush or merge, if there is one. If it is a flush, its changes stay frozen.
   */
  void close() {
    MergeJob left;
    steps.lock();
    try {
      left = running;
      running = null;
      merging = false;
      note();
    } finally {
      steps.unlock();
    }
    if (left != null) {
      left.close();
    }
  }
}
