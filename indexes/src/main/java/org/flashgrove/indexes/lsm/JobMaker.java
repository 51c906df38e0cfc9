package org.flashgrove.indexes.lsm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.indexes.bulk.KeySorter;
import org.flashgrove.indexes.lsm.policy.MergePlan;
import org.flashgrove.indexes.lsm.policy.MergePolicies;

/**
 * Makes flushes and merges, one at a time, in steps. With the last step of one an edit makes its
 * components count.
 */
final class JobMaker {
  private static final Block[] NONE = {};
  private static final int PART_PART = 16;

  private final LsmContent content;
  private final ComponentStore store;
  private final LsmConfig config;
  private final LsmFrames frames = new LsmFrames();
  private final WriteFigures figures = new WriteFigures();
  private LongSupplier clock = System::nanoTime;
  private MergeJob running;
  private MergePlan plan; // of the running merge; null if it is a flush
  private long flushes;
  private volatile boolean merging; // for other threads
  private boolean idle; // nothing to merge before the next flush

  JobMaker(LsmContent content, ComponentStore store, LsmConfig config) {
    this.content = content;
    this.store = store;
    this.config = config;
  }

  WriteFigures figures() {
    return figures;
  }

  long flushes() {
    return flushes;
  }

  /** Sets the clock, in nanoseconds, that times what is done. */
  void timeBy(LongSupplier nanos) {
    clock = nanos;
  }

  /** Sets the number of flushes, of a store that is opened. */
  void restoreFlushes(long count) {
    flushes = count;
    idle = false;
  }

  boolean isRunning() {
    return running != null;
  }

  boolean isFlushing() {
    return running != null && plan == null;
  }

  /** Returns whether a merge is under way; for any thread. */
  boolean isMerging() {
    return merging;
  }

  long stepsLeft() {
    return running.stepsLeft();
  }

  /** Returns the bytes that what runs holds. */
  long bytes() {
    return running == null ? 0 : running.bytes();
  }

  /** Begins to write what is frozen. */
  void beginFlush() {
    List<MergeSource> sources = new ArrayList<>();
    for (MemoryRun run : content.memory().frozenRuns()) {
      sources.add(new RunSource(run, content.ordering()));
    }
    plan = null;
    boolean bottom = content.stored().size() == 0;
    running = new MergeJob(sources, newWriter(), 0, Long.MAX_VALUE, bottom, null);
  }

  private ComponentWriter newWriter() {
    return new ComponentWriter(store, config, config.memory() / PART_PART);
  }

  /** Begins the next merge, if the policy has one. */
  void beginMerge() {
    ComponentSet stored = content.stored();
    if (idle || stored.size() == 0) {
      return;
    }
    plan = config.policy().next(stored.summaries(store.pageSize()), flushes);
    if (plan == null) {
      idle = true;
      return;
    }
    List<StoredComponent> inputs = new ArrayList<>();
    List<ComponentSource> sources = new ArrayList<>();
    for (int input : plan.inputs()) {
      inputs.add(stored.component(input));
      sources.add(new ComponentSource(store, stored.component(input), content.ordering()));
    }
    RegionPlan regions = null;
    boolean cut = plan.cut() < Long.MAX_VALUE;
    if (cut && config.partition() != LsmConfig.Partition.SIZE) {
      boolean slabs = config.partition() == LsmConfig.Partition.SLAB;
      regions = new RegionPlan(store, inputs, content.ordering(), plan.cut(), slabs);
    }
    boolean bottom = stored.isBottom(plan.inputs(), cut);
    running = new MergeJob(sources, newWriter(), plan.level(), plan.cut(), bottom, regions);
    merging = true;
  }

  /** Does the next step of what runs; with the last one it is over. */
  void step() {
    boolean isFlush = plan == null;
    long before = clock.getAsLong();
    doStep();
    figures.took(isFlush, clock.getAsLong() - before);
  }

  private void doStep() {
    running.step();
    if (running.isDone()) {
      MergeJob done = running;
      running = null;
      merging = false;
      idle = false;
      if (plan == null) {
        endFlush(done);
      } else {
        endMerge(done, plan);
      }
    }
  }

  /**
   * Writes the entries of a bulk load as components that a policy finds as if they had come in
   * flushes. What components there are has no entries, and goes.
   *
   * @param ofFlush entries that a flush would have
   */
  void load(KeySorter sorted, long ofFlush) {
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
    flushes += asFlushes;
    idle = false;
    figures.loaded(job);
    List<StoredComponent> made = job.made();
    frames.clear().add(LsmFrames.LOADED).add(flushes).add(loaded).addComponents(made);
    store.edit(
        frames.words(),
        frames.length(),
        blocks(made),
        blocks(before),
        () -> content.publishLoad(made, loaded));
    figures.components(made.size());
  }

  private void endFlush(MergeJob done) {
    flushes += done.made().isEmpty() ? 0 : 1;
    figures.flushed(done);
    frames.clear().add(LsmFrames.FLUSHED).add(flushes).addComponents(done.made());
    store.edit(
        frames.words(),
        frames.length(),
        blocks(done.made()),
        NONE,
        () -> content.publishFlush(done.made()));
    figures.components(content.stored().size());
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
    figures.merged(done, merge.level(), inputs);
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

  /** Does all steps that are left of what runs. */
  void finish() {
    while (running != null) {
      step();
    }
  }

  /** Gives up what runs. */
  void close() {
    if (running != null) {
      running.close();
      running = null;
      merging = false;
    }
  }
}
