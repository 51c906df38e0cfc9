package org.flashgrove.grove.merge;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
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
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.indexes.bulk.KeySorter;

/**
 * Runs merges of the buffered changes of some neighbouring intervals with their blocks into new
 * blocks, one merge at a time, in steps.
 *
 * <p>A merge is begun and ended under the store's lock. Its steps are done there, by changes, or
 * beside, by a worker: one at a time, for which there is a lock of its own, taken after the
 * store's. Who does steps beside never waits for the store's lock with it.
 */
public final class MergeRunner {
  private static final Block[] NONE = {};

  /** Longest time that a change waits for a stalled worker. */
  private static final long MOST_WAIT_NANOS = 2_000_000;

  private final MergeTarget content;
  private final ComponentStore store;
  private final GroveConfig config;
  private final CurveOrder curve;
  private final Workspace workspace;
  private final MergePicker choice;
  private final LooseBlocks loose;
  private final Frames frames = new Frames();

  /** Guards what runs; in the order of asking, so that a worker lets a change go on. */
  private final OrderedLock steps = new OrderedLock(LockRank.MERGE, true);

  private PartialMerge running;
  private volatile long bytes; // that it holds, or what is kept for the next one
  private volatile double cost; // of the running merge so far
  private volatile double costLeft;
  private volatile boolean beside; // a worker is at it, and does not need the store's lock yet
  private volatile double wanted; // what that cost is to be for a change that waits
  private volatile Thread waiting;
  private long foreseen; // bytes that the running merge was expected to hold at most
  private long merges;
  private long dropped;

  public MergeRunner(
      MergeTarget content, ComponentStore store, GroveConfig config, CurveOrder curve) {
    this.content = content;
    this.store = store;
    this.config = config;
    this.curve = curve;
    workspace = new Workspace(config, store);
    choice = new MergePicker(config, workspace);
    loose = new LooseBlocks(config.merges().intervals(), workspace.blockPages());
  }

  /** Refuses a memory without room for a merge beside the room that changes are packed in. */
  public void requireRoom(long packing) {
    workspace.requireRoom(config, packing);
  }

  /** Returns the bytes that the running merge holds, or that are kept for the next one. */
  public long bytes() {
    return bytes;
  }

  /** Returns the bytes that the running merge, or the next one, will hold at most. */
  public long reservedBytes() {
    return Math.max(workspace.reserve(), bytes());
  }

  /**
   * Returns by how many bytes the running merge holds more than was foreseen when it began, or
   * since this was asked last; under the store's lock.
   */
  public long takeUnforeseenBytes() {
    long more = reservedBytes() - foreseen;
    foreseen += more;
    return more;
  }

  /** Returns the merges made. */
  public long merges() {
    return merges;
  }

  /** Returns the deletions that found no entry, of all merges. */
  public long dropped() {
    return dropped;
  }

  /** Returns whether a merge is under way; under the store's lock. */
  public boolean isRunning() {
    return running != null;
  }

  /** Returns about what the device will take for the rest of the running merge, in us. */
  public double costLeft() {
    return costLeft;
  }

  /**
   * Starts the merge that is worth most: what the buffer holds of its intervals is frozen. There
   * are changes in the buffer, and no merge is running.
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
   * Merges the first intervals whose blocks need less room then; under the store's lock.
   *
   * @param from place on the curve to begin at
   * @return where to go on, or {@link CurveOrder#END}
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
   * Starts to merge the frozen changes; starts again if the last merge did not finish.
   *
   * @param upper whether to merge upper blocks only; ignored if there are deletions, whose entries
   *     may be in lower blocks
   */
  public void begin(long lo, long hi, boolean upper) {
    content.lend(workspace.reserve() - bytes); // what is kept counts already
    foreseen = workspace.reserve();
    steps.lock();
    try {
      running = new PartialMerge(store, curve, workspace, source(lo, hi, upper), lo, hi);
      note();
    } finally {
      steps.unlock();
    }
  }

  /** Notes what the running merge holds now. */
  private void note() {
    bytes = running == null ? workspace.keptPartBytes() : running.bytes();
    cost = running == null ? 0 : running.cost();
    costLeft = running == null ? 0 : running.costLeft();
    workspace.noteBytes(bytes);
  }

  /**
   * Brings the running merge on, under the store's lock: waits for a worker that is at it, or does
   * the next step, with the last of which the merge is over. Two threads that took turns at steps
   * would wait for each other most of the time.
   *
   * @param due for how much to wait at most, as {@link #step()} counts it
   * @return by how much the merge came on, at least a part of that
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
    beside = false; // until the worker's next step: it is held up, or needs the store's lock
    return step();
  }

  /** Wakes a change that waits, if it is to go on. */
  private void wakeWaiting() {
    Thread change = waiting;
    if (change != null && (!beside || cost >= wanted)) {
      LockSupport.unpark(change);
    }
  }

  /**
   * Does the next step of the running merge, under the store's lock; with the last one it is over.
   *
   * @return what it took in us: of the device, or of the processor about as much as to read a page
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

  /** Ends the running merge, which is done: its blocks count from now on. */
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

  /** Gives up the memory that is kept for the next merge; none is running. */
  public void dropKept() {
    steps.lock();
    try {
      workspace.dropPart();
      note();
    } finally {
      steps.unlock();
    }
  }

  /** Does all steps that are left. */
  public void finish() {
    while (running != null) {
      step();
    }
  }

  /**
   * Does the next step without the store's lock, unless that is needed next.
   *
   * @return pages read and written by the step; -1 if there was none
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
   * Makes durable what a merge has written that is about to end, without the store's lock, which is
   * needed next.
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

  /** Does what {@link #stepBeside} cannot: ends the merge, or takes its next block; under both. */
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

  /** Gives up the running merge; what is frozen stays so. */
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
      left.close(); // gives blocks back, which takes the store's lock
    }
    dropKept();
  }

  private MergeInput source(long lo, long hi, boolean upper) {
    Partition partition = content.partition();
    int first = partition.firstFrom(lo);
    int end = partition.firstFrom(hi);
    int count = 0;
    for (int i = first; i < end; i = partition.next(i)) {
      count += partition.buffer(i).state().frozen();
    }
    Chunk[] chunks = new Chunk[count];
    long[] starts = new long[count];
    long[] ends = new long[count];
    int at = 0;
    for (int i = first; i < end; i = partition.next(i)) {
      IntervalState state = partition.buffer(i).state();
      for (int c = 0; c < state.frozen(); c++) {
        chunks[at] = state.chunks()[c];
        starts[at] = partition.start(i);
        ends[at++] = partition.end(i);
      }
    }
    boolean above = upper;
    for (Chunk chunk : chunks) {
      above &= chunk.deletions() == 0;
    }
    List<StoredBlock> merged = new ArrayList<>();
    List<StoredBlock> lower = new ArrayList<>();
    long[] cuts = {};
    if (above) {
      partition
          .directory()
          .visit(lo, hi, block -> (block.fences().isUpper() ? merged : lower).add(block));
      cuts = lower.stream().mapToLong(block -> block.fences().lowKey()).toArray();
    } else {
      partition.directory().visit(lo, hi, merged::add);
    }
    BlockReader reader = new BlockReader(store, workspace.keptBlocks());
    return new MergeInput(reader, curve, chunks, starts, ends, merged, lower, cuts);
  }

  /**
   * Fills the grove, which is empty, with sorted entries.
   *
   * @param along the curve they are sorted along: the grove's, or one with the domain it gets
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
