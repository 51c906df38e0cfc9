package org.flashgrove.grove.memtable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.curve.DomainSample;
import org.flashgrove.grove.log.Frames;
import org.flashgrove.grove.memtable.BufferInterval.Placed;

/**
 * Write buffer of Grove. It adds changes to its intervals, packs and splits intervals, freezes the
 * changes that a merge reads, and drops these changes after the merge. Only the writer calls this
 * class. Queries read the {@link Partition}.
 */
public final class Memtable {
  private final CurveOrder curve;
  private final Packer packer;
  private final IntervalMaker maker;
  private final BufferLookup lookup = new BufferLookup();
  private final EntryColumns scratch;
  private final double[] box = new double[4];
  private final ChangeGroup group = new ChangeGroup();
  private final PreservedStates preserved;
  private final FrozenRange frozen = new FrozenRange();

  /** Intervals that could not be split, each with its number of changes at the last attempt. */
  private final Map<BufferInterval, Integer> splitTried = new HashMap<>();

  private volatile Partition partition;
  private long newest;
  private long bytes;
  private long changes;
  private long deletions; // number of changes that delete entries in blocks
  private boolean staysRaw; // whether new changes stay unpacked

  public Memtable(GroveConfig config, CurveOrder curve) {
    this.curve = curve;
    packer = new Packer(curve, config);
    maker = new IntervalMaker(packer, curve);
    preserved = new PreservedStates(config.snapshotMemory());
    scratch = packer.scratch();
    startOver(Directory.empty(), 0);
  }

  public void startOver(Directory directory, long newestCommit) {
    newest = newestCommit;
    Placed[] intervals = new Placed[directory.intervals()];
    for (int i = 0; i < intervals.length; i++) {
      intervals[i] = Placed.of(directory.start(i), IntervalState.NOTHING);
    }
    frozen.clear();
    partition = Partition.of(directory, intervals);
    bytes = 0;
    changes = 0;
    deletions = 0;
    splitTried.clear();
    for (Placed placed : intervals) {
      bytes += placed.interval().bytes();
    }
  }

  public Partition partition() {
    return partition;
  }

  /** Replaces the directory of blocks by a directory with the same intervals. */
  public void setDirectory(Directory directory) {
    partition = partition.withDirectory(directory);
  }

  /** Returns the number of the newest commit in the buffer. */
  public long newest() {
    return newest;
  }

  /** Returns the number of buffered changes. */
  public long changes() {
    return changes;
  }

  /** Returns how many changes delete entries in blocks. */
  public long deletions() {
    return deletions;
  }

  /** Returns the heap bytes of all intervals. */
  public long bytes() {
    return bytes;
  }

  /** Returns the heap bytes of the changes, without the interval objects. */
  public long changedBytes() {
    return bytes - (long) BufferInterval.OBJECT_BYTES * partition.count();
  }

  /** Returns the heap bytes of the working memory for packing and splitting. */
  public long packingBytes() {
    return packer.bytes() + maker.splitBytes();
  }

  // Changes

  /** Sets whether new changes stay unpacked. Packed changes take a third of their memory. */
  public void keepRaw(boolean isRoomy) {
    staysRaw = isRoomy && packer.mayKeepRaw();
  }

  /**
   * Adds the changes of a commit. If the commit is large, leaves out entries that it both inserts
   * and deletes. Returns by how many entries the index grows, or a negative number if it shrinks.
   */
  public long apply(long frame, long[] words, int length) {
    long[] net = OwnPairs.without(words, length);
    int end = net == words ? length : net.length;
    long added = 0;
    for (int at = 0; at < end; ) {
      at = group.take(net, at, end, curve);
      group.place(partition);
      added += appendGroup(frame, net);
    }
    newest = frame;
    return added;
  }

  /** Adds the changes of {@link #group}. Returns by how many entries the index grows. */
  private long appendGroup(long frame, long[] words) {
    long added = 0;
    Partition placed = partition;
    for (int i = 0; i < group.size(); i++) {
      int at = group.offset(i);
      int upper = words[at] >= Frames.EXTENT ? at + 4 : at + 2;
      box[0] = Double.longBitsToDouble(words[at + 2]);
      box[1] = Double.longBitsToDouble(words[at + 3]);
      box[2] = Double.longBitsToDouble(words[upper]);
      box[3] = Double.longBitsToDouble(words[upper + 1]);
      long value = group.value(i);
      int position = partition == placed ? group.position(i) : partition.find(value);
      boolean deletion = (words[at] & Frames.DELETION) != 0;
      int kind = deletion ? kindOfDeletion(position, words[at + 1]) : RawChanges.ENTRY;
      append(frame, value, position, kind, words[at + 1]);
      added += deletion ? -1 : 1;
    }
    return added;
  }

  /** Returns the kind of a deletion, which depends on whether the buffer contains the entry. */
  private int kindOfDeletion(int position, long id) {
    IntervalState state = partition.buffer(position).state();
    boolean buffered = lookup.entries(state, Long.MAX_VALUE, id, box) > 0;
    return buffered ? RawChanges.BUFFERED_GONE : RawChanges.STORED_GONE;
  }

  /** Returns the lookup for single entries. Only the holder of the write lock may use it. */
  public BufferLookup lookup() {
    return lookup;
  }

  /** Appends a change of the entry with {@code id} and the rectangle {@link #box}. */
  private void append(long frame, long value, int position, int kind, long id) {
    boolean point = box[0] == box[2] && box[1] == box[3];
    int at = position;
    RawChanges raw = partition.raw(at);
    if (!raw.hasRoom(frame, point)) {
      if (!raw.isShared() || !partition.ownRaw(at).hasRoom(frame, point)) {
        fold(at, raw.holdsBoxes() || !point, frame, false);
      }
      at = partition.find(value);
      raw = partition.raw(at);
    }
    partition.cover(at, box);
    raw.append(raw.markOf(kind, frame), id, box[0], box[1], box[2], box[3]);
    partition.appended(at);
    changes++;
    deletions += kind == RawChanges.STORED_GONE ? 1 : 0;
  }

  /**
   * Makes room in an interval whose raw changes are full. Enlarges the array of raw changes, splits
   * the interval, or packs the raw changes into chunks. If {@code freezes} is true, always packs,
   * and freezes all chunks for a merge.
   *
   * <p>This method is too long for inlining (over 325 bytes of code). Otherwise the JIT compiler
   * would compile packing into the short path of a commit, which takes seconds.
   *
   * @param boxes whether rectangles that are not points may be added later
   * @param base the newest commit
   */
  private void fold(int at, boolean boxes, long base, boolean freezes) {
    BufferInterval interval = partition.buffer(at);
    IntervalState state = interval.state();
    RawChanges old = state.raw();
    if (staysRaw && !freezes && state.chunks().length == 0 && keepRaw(at, boxes, base)) {
      return;
    }
    int count = state.packed() + old.count();
    boolean isLarge = !freezes && state.frozen() == 0 && count > packer.splitAbove();
    if (isLarge && count > 2 * splitTried.getOrDefault(interval, 0)) {
      if (split(at, boxes, base)) {
        return;
      }
      splitTried.put(interval, count);
    }
    Chunk[] chunks = old.count() > 0 ? packer.fold(state) : state.chunks();
    int frozen = freezes ? chunks.length : state.frozen();
    long from = Math.max(state.from(), old.newest());
    IntervalState kept = preserved.keptFor(interval);
    IntervalState next;
    if (!freezes && state.differsInLast(chunks)) {
      int last = chunks.length - 1;
      int behind = state.packed() - state.frozenChanges();
      behind += chunks[last].count() - state.chunks()[last].count();
      RawChanges raw = new RawChanges(boxes, packer.rawBehind(behind, chunks), base);
      next = state.withLast(chunks, raw, from, kept);
    } else {
      int behind = 0;
      for (int i = frozen; i < chunks.length; i++) {
        behind += chunks[i].count();
      }
      RawChanges raw = new RawChanges(boxes, packer.rawBehind(behind, chunks), base);
      next = new IntervalState(chunks, frozen, raw, from, kept);
    }
    bytes += next.bytes() - state.bytes();
    changes += next.packed() - count;
    partition.set(at, next);
  }

  /** Makes room for unpacked changes of an interval without packing them; false if impossible. */
  private boolean keepRaw(int at, boolean boxes, long base) {
    BufferInterval interval = partition.buffer(at);
    IntervalState state = interval.state();
    RawChanges old = state.raw();
    if (!old.reaches(base)) {
      return false;
    }
    boolean isFull = old.count() >= Packer.MOST_RAW;
    if (isFull && (curve.isKnown() || old.takesAway(old.count()))) {
      return splitRaw(at, boxes);
    }
    int room = Packer.rawRoom(old.count());
    RawChanges raw = old.count() == 0 ? new RawChanges(boxes, room, base) : old.longer(boxes, room);
    IntervalState next = new IntervalState(state.chunks(), 0, raw, state.from(), state.previous());
    bytes += next.bytes() - state.bytes();
    partition.set(at, next);
    return true;
  }

  private boolean splitRaw(int at, boolean boxes) {
    return replace(at, maker.splitRaw(partition.buffer(at).state(), partition.start(at), boxes));
  }

  private boolean split(int at, boolean boxes, long base) {
    return replace(at, maker.split(partition.buffer(at).state(), partition.start(at), boxes, base));
  }

  /** Replaces an interval by {@code parts}. Returns false if {@code parts} is null. */
  private boolean replace(int at, Placed[] parts) {
    return parts != null && replace(at, partition.next(at), parts);
  }

  private boolean replace(int from, int to, Placed[] parts) {
    for (int at = from; at < to; at = partition.next(at)) {
      bytes -= partition.buffer(at).bytes();
      changes -= partition.changes(at);
    }
    for (Placed part : parts) {
      bytes += part.interval().bytes();
      changes += part.interval().state().changes();
    }
    partition = partition.withBuffers(partition.directory(), from, to, parts);
    return true;
  }

  /**
   * Freezes the changes of [lo, hi) before a merge. A merge writes only frozen changes to blocks.
   * Later changes are stored separately. The range must begin and end at interval boundaries.
   *
   * @param commit the newest commit in the buffer
   */
  public void freeze(long lo, long hi, long commit) {
    int end = partition.firstFrom(hi);
    for (int at = partition.firstFrom(lo); at < end; at = partition.next(at)) {
      IntervalState state = partition.buffer(at).state();
      if (state.changes() > 0) {
        fold(at, state.raw().holdsBoxes(), newest, true);
      }
    }
    frozen.set(lo, hi, commit);
  }

  public FrozenRange frozen() {
    return frozen;
  }

  /** Splits an interval into two at curve value {@code value}, unless an interval begins there. */
  public void cut(long value) {
    if (value == CurveOrder.END) {
      return;
    }
    int at = partition.find(value);
    if (partition.start(at) != value) {
      IntervalState state = partition.buffer(at).state();
      replace(at, maker.cut(state, partition.start(at), value, newest));
    }
  }

  /** Returns a sample with all buffered entries, from which Grove chooses its domain. */
  public DomainSample sample() {
    DomainSample sample = new DomainSample();
    maker.collect(partition.buffer(partition.first()).state());
    for (int i = 0; i < scratch.size(); i++) {
      sample.add(scratch.minX(i), scratch.minY(i), scratch.maxX(i), scratch.maxY(i));
    }
    packer.giveRoomBack();
    return sample;
  }

  /** Distributes all changes, now in one interval, over the intervals of the new domain. */
  public void spread() {
    Placed[] both = maker.spread(partition.buffer(partition.first()).state(), staysRaw, newest);
    changes = both[0].interval().state().changes() + both[1].interval().state().changes();
    bytes = both[0].interval().bytes() + both[1].interval().bytes();
    partition = Partition.of(partition.directory(), both);
  }

  /**
   * Ends a merge: replaces the intervals and blocks of [lo, hi) and drops the frozen changes, which
   * the new blocks contain.
   *
   * @param middle the new intervals of the range
   * @param directory the whole directory, with the new intervals
   */
  public void drain(long lo, long hi, Directory middle, Directory directory) {
    Partition old = partition;
    boolean mayDelete = deletions > 0;
    int from = old.firstFrom(lo);
    int to = old.firstFrom(hi);
    List<Placed> inside = new ArrayList<>();
    for (int i = 0; i < middle.intervals(); i++) {
      long end = i + 1 < middle.intervals() ? middle.start(i + 1) : hi;
      maker.addBehindFrozen(partition, middle.start(i), end, newest, inside);
    }
    for (int i = from; i < to; i = old.next(i)) {
      BufferInterval gone = old.buffer(i);
      bytes -= gone.bytes();
      changes -= gone.state().changes();
      deletions -= mayDelete ? gone.state().allDeletions() : 0;
      splitTried.remove(gone);
    }
    for (Placed placed : inside) {
      BufferInterval interval = placed.interval();
      bytes += interval.bytes();
      changes += interval.state().changes();
      deletions += mayDelete ? interval.state().allDeletions() : 0;
    }
    packer.giveRoomBack();
    frozen.clear();
    partition = old.withBuffers(directory, from, to, inside.toArray(new Placed[0]));
  }

  // Snapshots

  public PreservedStates preserved() {
    return preserved;
  }

  // Opening, and checkpoint images

  /** Takes over the changes of another buffer, which is read-only. This buffer must be empty. */
  public void takeOver(Memtable other) {
    newest = other.newest;
    bytes = other.bytes;
    changes = other.changes;
    deletions = other.deletions;
    frozen.set(other.frozen.from(), other.frozen.to(), other.frozen.commit());
    partition = other.partition.shared();
  }

  /** Sets the range of frozen changes, which {@link #restoreInterval} later adds to the buffer. */
  public void restoreFrozen(long lo, long hi, long commit) {
    frozen.set(lo, hi, commit);
    cut(lo);
    cut(hi);
  }

  /**
   * Turns [start, end) into an interval with the changes in {@link #scratch()}.
   *
   * @param boxes whether some of these changes have rectangles that are not points
   * @param frozen whether these changes are frozen (taken by a merge); they must then be restored
   *     before the other changes of the interval
   * @param continues whether these changes continue the changes of the previous call, which had the
   *     same interval and the same value of {@code frozen}
   * @return false if [start, end) is not an interval, or if it has changes already; frozen changes
   *     do not count if {@code frozen} is false
   */
  public boolean restoreInterval(
      long start, long end, boolean boxes, boolean frozen, boolean continues) {
    int at = partition.find(start);
    IntervalState old = partition.buffer(at).state();
    boolean known = !continues && old.changes() > (frozen ? 0 : old.frozenChanges());
    if (known || partition.start(at) != start || partition.end(at) != end) {
      return false;
    }
    IntervalState state = maker.restored(old, boxes, frozen, newest);
    bytes += state.bytes() - old.bytes();
    changes += state.changes() - old.changes();
    deletions += state.allDeletions() - old.allDeletions();
    partition.set(at, state);
    partition.coverAll(at);
    return true;
  }

  /** Replaces a range of restored intervals by {@code inside}. Position {@code to} is exclusive. */
  void restore(int from, int to, Placed[] inside) {
    for (int at = from; at < to; at = partition.next(at)) {
      deletions -= partition.buffer(at).state().allDeletions();
    }
    for (Placed placed : inside) {
      deletions += placed.interval().state().allDeletions();
    }
    replace(from, to, inside);
  }

  /** Returns the working memory for the changes of one interval. */
  public EntryColumns scratch() {
    return scratch;
  }

  /**
   * Returns the packed chunks of an interval with some of its changes: either the frozen changes,
   * which a merge has taken, or all other changes.
   *
   * @param frozen whether to return the frozen changes
   */
  public Chunk[] packed(int at, boolean frozen) {
    IntervalState state = partition.buffer(at).state();
    if (frozen) {
      return Arrays.copyOf(state.chunks(), state.frozen());
    }
    Chunk[] chunks = state.raw().count() > 0 ? packer.fold(state) : state.chunks();
    return Arrays.copyOfRange(chunks, state.frozen(), chunks.length);
  }
}
