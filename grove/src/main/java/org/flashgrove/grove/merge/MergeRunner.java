package org.flashgrove.grove.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EditTaker;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Runs merges, one at a time and in steps. A merge combines the buffered changes of neighbouring
 * intervals with the blocks of these intervals, and writes new blocks.
 *
 * <p>A merge begins and ends under the store lock. A step runs in a change that holds this lock, or
 * in a background thread (worker) that does not hold it. The step lock admits one step at a time. A
 * thread that needs both locks acquires the store lock first. A worker therefore never waits for
 * the store lock while it holds the step lock.
 */
public final class MergeRunner {
  private static final Block[] NONE = {};

  /** Maximum time in nanoseconds that a change waits for the background thread to finish a step. */
  private static final long MOST_WAIT_NANOS = 2_000_000;

  private final MergeTarget content;
  private final ComponentStore store;
  private final GroveConfig config;
  private final CurveOrder curve;
  private final Workspace workspace;
  private final MergePicker choice;
  private final LooseBlocks loose;
  private final Frames frames = new Frames();

  /**
   * Guards the running merge. The lock is fair, so that a change gets its turn between the steps of
   * a worker.
   */
  private final OrderedLock steps = new OrderedLock(LockRank.MERGE, true);

  private PartialMerge running;
  private volatile long bytes; // bytes held by the running merge or kept for the next one
  private volatile double cost; // cost of the running merge so far
  private volatile double costLeft;
  private volatile boolean
      beside; // whether a worker runs steps and does not need the store lock yet
  private volatile double wanted; // cost that the waiting change waits for
  private volatile Thread waiting;
  private long foreseen; // expected maximum bytes of the running merge
  private long merges;
  private long dropped;

  public MergeRunner(
      MergeTarget content, ComponentStore store, GroveConfig config, CurveOrder curve) {
    this.content = content;
    this.store = store;
    this.config = config;
    this.curve = curve;
    workspace = new Workspace(config, store);
    choice = new MergePicker(config, workspace, store);
    loose = new LooseBlocks(config.merges().intervals(), workspace.blockPages());
  }

  /**
   * Throws an exception if the memory has no room for a merge and for packing changes.
   *
   * @param packing returns the bytes for packing changes, for a configuration
   */
  public void requireRoom(ToLongFunction<GroveConfig> packing) {
    workspace.requireRoom(config, store, packing);
  }

  /**
   * Returns the heap bytes of the running merge. If no merge runs, returns the bytes that are kept
   * for the next merge.
   */
  public long bytes() {
    return bytes;
  }

  /**
   * Returns the maximum number of heap bytes that the running merge needs. If no merge runs,
   * returns the number for the next merge.
   */
  public long reservedBytes() {
    return Math.max(workspace.reserve(), bytes());
  }

  /**
   * Returns by how many bytes the expected memory of the running merge has grown since its start or
   * since the last call. The caller must hold the store lock.
   */
  public long takeUnforeseenBytes() {
    long more = reservedBytes() - foreseen;
    foreseen += more;
    return more;
  }

  /** Returns the number of completed merges. */
  public long merges() {
    return merges;
  }

  /** Returns how many deletions all merges have dropped because no entry matched them. */
  public long dropped() {
    return dropped;
  }

  /** Returns whether a merge is running. The caller must hold the store lock. */
  public boolean isRunning() {
    return running != null;
  }

  /** Returns the estimated device time for the rest of the running merge, in microseconds. */
  public double costLeft() {
    return costLeft;
  }

  /**
   * Chooses the merge that costs the least device time for each change. Freezes the buffered
   * changes of its intervals, that is, reserves them for the merge, and starts the merge. The
   * buffer must not be empty, and no merge may be running.
   */
  public void start() {
    choice.choose(content.buffer());
    start(choice.lo(), choice.hi(), choice.isUpper());
  }

  private void start(long lo, long hi, boolean upper) {
    long commit = content.buffer().newest();
    frames.clear().add(lo).add(hi).add(commit);
    store.edit(
        frames.words(), frames.length(), NONE, NONE, () -> content.buffer().freeze(lo, hi, commit));
    begin(lo, hi, upper);
  }

  /**
   * Runs a whole merge of the first intervals at or after {@code from} that file compaction should
   * merge. The caller must hold the store lock.
   *
   * @param from position on the curve to start at
   * @return position to continue at, or {@link CurveOrder#END}
   */
  public long tighten(long from, LooseBlocks.What what) {
    finish();
    Directory directory = content.partition().directory();
    if (!loose.find(directory, from, what)) {
      return CurveOrder.END;
    }
    start(loose.lo(), loose.hi(), false);
    finish();
    return loose.hi();
  }

  /**
   * Starts a merge of the frozen changes, which a log record has reserved for this merge. Also
   * restarts a merge that a crash interrupted.
   *
   * @param upper whether to merge only blocks of the upper level (with newer entries); ignored if
   *     the changes contain deletions, because the deleted entries may be in blocks of the lower
   *     level
   */
  public void begin(long lo, long hi, boolean upper) {
    content.lend(workspace.reserve() - bytes); // kept memory is already counted
    foreseen = workspace.reserve();
    steps.lock();
    try {
      running = new PartialMerge(store, curve, workspace, source(lo, hi, upper), lo, hi);
      note();
    } finally {
      steps.unlock();
    }
  }

  /**
   * Copies the memory size and the costs of the running merge to fields that other threads read.
   */
  private void note() {
    bytes = running == null ? workspace.keptPartBytes() : running.bytes();
    cost = running == null ? 0 : running.cost();
    costLeft = running == null ? 0 : running.costLeft();
    workspace.noteBytes(bytes);
  }

  /**
   * Advances the running merge. The caller must hold the store lock. If a worker is running steps,
   * this method waits for the worker, because two threads that alternate steps would mostly wait
   * for each other. If no worker makes progress, this method runs the next step, and ends the merge
   * after the last step.
   *
   * @param due progress to wait for, in the unit of {@link #step()}
   * @return progress made, in the same unit; more than 0 but possibly less than {@code due}
   */
  public double step(double due) {
    double before = cost;
    if (beside) {
      wanted = before + due;
      waiting = Thread.currentThread();
      if (beside && cost < wanted) {
        LockSupport.parkNanos(this, MOST_WAIT_NANOS);
      }
      waiting = null;
    }
    double came = cost - before;
    if (came > 0) {
      return came;
    }
    beside = false; // until the next step of the worker, which is late or needs the store lock
    return step();
  }

  /**
   * Wakes the thread that waits in {@link #step(double)}, if there is one and it need not wait any
   * longer. That is the case if the merge has made the progress that this thread needs, or if no
   * worker is running steps.
   */
  private void wakeWaiting() {
    Thread change = waiting;
    if (change != null && (!beside || cost >= wanted)) {
      LockSupport.unpark(change);
    }
  }

  /**
   * Runs the next step of the running merge, and ends the merge after the last one. The caller must
   * hold the store lock.
   *
   * @return device time of the step in microseconds; at least the time of a page read
   */
  double step() {
    steps.lock();
    try {
      double before = running.cost();
      double after = before;
      if (!running.isDone()) {
        running.step();
        note();
        after = running.cost();
      }
      if (running.isDone()) {
        end();
      }
      return Math.max(DeviceCost.READ, after - before);
    } finally {
      steps.unlock();
    }
  }

  /** Ends the completed merge and makes its blocks current. */
  private void end() {
    PartialMerge merge = running;
    running = null;
    merge.close();
    note();
    frames.clear().add(merge.lo()).add(merge.hi()).add(content.buffer().frozen().commit());
    frames.add(merge.lost()).addCurve(curve.definition()).addIntervals(merge.middle());
    store.edit(
        frames.words(),
        frames.length(),
        merge.added(),
        merge.replaced(),
        () -> content.publish(merge.lo(), merge.hi(), merge.middle(), merge.lost()));
    merges++;
    dropped += merge.lost();
  }

  /** Frees the memory that is kept for the next merge. No merge may be running. */
  public void dropKept() {
    steps.lock();
    try {
      workspace.dropPart();
      note();
    } finally {
      steps.unlock();
    }
  }

  /** Runs the remaining steps of the running merge, if there is one. */
  public void finish() {
    while (running != null) {
      step();
    }
  }

  /**
   * Runs the next step, unless this step needs the store lock. The caller must not hold that lock.
   *
   * @return number of pages that the step read and wrote, or -1 if no step ran
   */
  public long stepBeside() {
    steps.lock();
    try {
      if (running == null || running.isDone() || running.needsBlock()) {
        return -1;
      }
      beside = true;
      long moved = running.pagesMoved();
      running.step();
      note();
      wakeWaiting();
      return running.pagesMoved() - moved;
    } finally {
      steps.unlock();
    }
  }

  /**
   * Syncs the new blocks if all steps of the running merge are done. The caller must not hold the
   * store lock. The merge is ended later, under this lock. Because of the sync, ending it need not
   * wait for the device.
   */
  public void syncWritten() {
    if (isWritten()) {
      store.syncBlocks();
    }
    beside = false;
    wakeWaiting();
  }

  private boolean isWritten() {
    steps.lock();
    try {
      return running != null && running.isDone();
    } finally {
      steps.unlock();
    }
  }

  /**
   * Does the work that {@link #stepBeside} leaves out because it needs the store lock: ends the
   * merge, or allocates its next block. The caller must hold the store lock.
   */
  public void prepareStep() {
    steps.lock();
    try {
      if (running.isDone()) {
        end();
      } else if (running.needsBlock()) {
        running.takeBlock();
      }
    } finally {
      steps.unlock();
    }
  }

  /** Abandons the running merge. The changes that it has taken stay frozen, for a later merge. */
  public void close() {
    PartialMerge left;
    steps.lock();
    try {
      left = running;
      running = null;
    } finally {
      steps.unlock();
    }
    if (left != null) {
      left.close(); // returns blocks, which acquires the store lock
    }
    dropKept();
  }

  private MergeInput source(long lo, long hi, boolean upper) {
    Partition partition = content.partition();
    BufferedChunks chunks = new BufferedChunks(partition, lo, hi);
    List<StoredBlock> merged = new ArrayList<>();
    List<StoredBlock> lower = new ArrayList<>();
    if (upper && !chunks.haveDeletions()) {
      partition
          .directory()
          .visit(lo, hi, block -> (block.fences().isUpper() ? merged : lower).add(block));
    } else {
      partition.directory().visit(lo, hi, merged::add);
    }
    BlockReader reader = new BlockReader(store, workspace.keptBlocks());
    return new MergeInput(reader, curve, chunks, merged, lower);
  }

  /**
   * Bulk-loads sorted entries into an empty Grove.
   *
   * @param along curve of the sort order; if this Grove has no domain yet, it takes the domain of
   *     this curve
   */
  public void load(KeySorter loaded, CurveOrder along, EditTaker edits) {
    content.lend(workspace.loadedReserve());
    double[] definition = along.definition();
    boolean defines = !curve.isKnown() && along.isKnown();
    try (BulkFill fill = new BulkFill(store, workspace, loaded)) {
      Directory all = fill.write();
      frames.clear().add(0).add(CurveOrder.END).add(content.buffer().newest());
      frames.add(loaded.total()).addCurve(definition).addIntervals(all);
      edits.edit(
          frames.words(),
          frames.length(),
          fill.added(),
          NONE,
          () -> {
            if (defines) {
              content.define(definition);
            }
            content.publish(0, CurveOrder.END, all, loaded.total());
          });
    } finally {
      content.lend(0);
    }
  }
}
