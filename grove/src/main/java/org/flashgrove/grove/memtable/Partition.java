package org.flashgrove.grove.memtable;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.curve.CurveOrder;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;

/**
 * View of the directory of blocks and of the intervals of the write buffer. It is immutable, except
 * that an interval may get more changes and boxes may grow. Each boundary between intervals of the
 * directory is also a boundary in the buffer. A merge therefore always takes whole intervals of the
 * buffer, too.
 *
 * <p>Intervals are stored in leaves of up to {@value #MOST_IN_LEAF}, so splitting an interval
 * copies only one leaf. The position of an interval combines the number of its leaf and its index
 * in the leaf. Positions follow the curve, and {@link #next} returns the next position.
 */
public final class Partition {
  private static final int SHIFT = 5;
  private static final int MOST_IN_LEAF = 1 << SHIFT;
  private static final int TARGET_IN_LEAF = 24;
  private static final int FEW_IN_LEAF = 8;
  private static final int OBJECT_BYTES = 40;
  private static final int ARRAY_BYTES = 16;

  /**
   * Heap bytes of a leaf, including the headers of its arrays and its elements in the arrays of the
   * partition.
   */
  private static final int LEAF_BYTES = 32 + 3 * ARRAY_BYTES + 4 + 8 + 8 * BoxGroups.BOX;

  private final Directory directory;
  private final PartitionLeaf[] leaves;
  private final long[] starts; // of leaves
  private final double[] boxes; // of leaves
  private final BoxGroups groups; // of leaves
  private final int count;

  private Partition(
      Directory directory,
      PartitionLeaf[] leaves,
      long[] starts,
      double[] boxes,
      BoxGroups groups,
      int count) {
    this.directory = directory;
    this.leaves = leaves;
    this.starts = starts;
    this.boxes = boxes;
    this.groups = groups;
    this.count = count;
  }

  /**
   * Returns a partition in which some leaves are new and the others come from {@code old}.
   *
   * @param old source of the other leaves, or null if all leaves are new
   * @param from index of the first new leaf
   * @param to index after the last new leaf
   */
  private static Partition of(
      Directory directory, PartitionLeaf[] leaves, Partition old, int from, int to) {
    int count = leaves.length;
    long[] starts = new long[count];
    double[] boxes = BoxGroups.emptyBoxes(count);
    if (old != null) {
      int behind = old.leaves.length - (count - to);
      System.arraycopy(old.starts, 0, starts, 0, from);
      System.arraycopy(old.starts, behind, starts, to, count - to);
      System.arraycopy(old.boxes, 0, boxes, 0, BoxGroups.BOX * from);
      System.arraycopy(
          old.boxes,
          BoxGroups.BOX * behind,
          boxes,
          BoxGroups.BOX * to,
          BoxGroups.BOX * (count - to));
    }
    for (int i = from; i < to; i++) {
      starts[i] = leaves[i].starts[0];
      double[] of = leaves[i].boxes;
      for (int at = 0; at < of.length; at += BoxGroups.BOX) {
        BoxGroups.cover(boxes, i, of[at], of[at + 1], of[at + 2], of[at + 3]);
      }
    }
    BoxGroups groups = new BoxGroups(count);
    int intervals = 0;
    for (int i = 0; i < count; i++) {
      int at = BoxGroups.BOX * i;
      groups.cover(i, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
      intervals += leaves[i].size();
    }
    return new Partition(directory, leaves, starts, boxes, groups, intervals);
  }

  /** Creates a partition with the given intervals, at least one. */
  static Partition of(Directory directory, BufferInterval.Placed[] buffers) {
    PartitionLeaf all = new PartitionLeaf(buffers.length);
    for (int i = 0; i < buffers.length; i++) {
      all.put(i, buffers[i]);
    }
    PartitionLeaf[] leaves = cut(all);
    return of(directory, leaves, null, 0, leaves.length);
  }

  /**
   * Returns a read-only partition with the same changes, for another buffer. Changes that are added
   * to this partition later do not appear in the returned partition.
   */
  Partition shared() {
    PartitionLeaf[] copies = new PartitionLeaf[leaves.length];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = leaves[i].shared();
    }
    return of(directory, copies, null, 0, copies.length);
  }

  /** Distributes the intervals of a leaf evenly over as many new leaves as necessary. */
  private static PartitionLeaf[] cut(PartitionLeaf all) {
    int size = all.size();
    if (size <= MOST_IN_LEAF) {
      return new PartitionLeaf[] {all};
    }
    PartitionLeaf[] leaves = new PartitionLeaf[(size + TARGET_IN_LEAF - 1) / TARGET_IN_LEAF];
    for (int i = 0; i < leaves.length; i++) {
      int from = (int) ((long) size * i / leaves.length);
      leaves[i] = all.part(from, (int) ((long) size * (i + 1) / leaves.length));
    }
    return leaves;
  }

  public Directory directory() {
    return directory;
  }

  /** Returns the number of intervals in the buffer. */
  public int count() {
    return count;
  }

  /** Returns the position of the first interval. */
  public int first() {
    return 0;
  }

  /** Returns the position after the last interval. */
  public int beyond() {
    return leaves.length << SHIFT;
  }

  /** Returns the position of the next interval. */
  public int next(int at) {
    int leaf = at >> SHIFT;
    int slot = at & MOST_IN_LEAF - 1;
    return slot + 1 < leaves[leaf].size() ? at + 1 : leaf + 1 << SHIFT;
  }

  public BufferInterval buffer(int at) {
    return leaves[at >> SHIFT].intervals[at & MOST_IN_LEAF - 1];
  }

  /** Returns the raw changes of an interval. Only the writer may call this. */
  public RawChanges raw(int at) {
    return leaves[at >> SHIFT].raws[at & MOST_IN_LEAF - 1];
  }

  /**
   * Returns the raw (unpacked) changes of an interval if a snapshot of {@code commit} sees no other
   * changes of this interval. Otherwise returns null.
   */
  RawChanges alone(int at, long commit) {
    RawChanges raw = leaves[at >> SHIFT].newest(at & MOST_IN_LEAF - 1);
    return raw.isAlone(commit) ? raw : null;
  }

  /** Returns the number of changes of an interval. Only the writer may call this. */
  public int changes(int at) {
    return leaves[at >> SHIFT].changes[at & MOST_IN_LEAF - 1];
  }

  /** Adds 1 to the number of changes of an interval, after a change was appended to it. */
  void appended(int at) {
    leaves[at >> SHIFT].changes[at & MOST_IN_LEAF - 1]++;
  }

  /**
   * Replaces the raw (unpacked) changes of an interval by a private copy, because another buffer
   * owns them. Returns the copy.
   */
  RawChanges ownRaw(int at) {
    set(at, buffer(at).state().withOwnRaw());
    return raw(at);
  }

  /** Replaces the state of an interval. */
  void set(int at, IntervalState state) {
    buffer(at).set(state);
    leaves[at >> SHIFT].note(at & MOST_IN_LEAF - 1, state);
  }

  /** Returns the position of the interval that contains a curve value. */
  public int find(long value) {
    int leaf = PartitionLeaf.lastUpTo(starts, value);
    return leaf << SHIFT | PartitionLeaf.lastUpTo(leaves[leaf].starts, value);
  }

  /**
   * Finds the positions of the intervals of several values. Each step runs for all values before
   * the next step, so that cache misses overlap.
   */
  void find(long[] values, int[] positions, int count) {
    for (int i = 0; i < count; i++) {
      positions[i] = PartitionLeaf.lastUpTo(starts, values[i]);
    }
    for (int i = 0; i < count; i++) {
      long[] own = leaves[positions[i]].starts;
      positions[i] = positions[i] << SHIFT | PartitionLeaf.lastUpTo(own, values[i]);
    }
  }

  /**
   * Reads the memory that appending to the intervals at {@code positions} will need, so that cache
   * misses overlap.
   *
   * @return a meaningless number, which keeps the compiler from removing the reads
   */
  long touch(int[] positions, int count) {
    long read = 0;
    for (int i = 0; i < count; i++) {
      PartitionLeaf leaf = leaves[positions[i] >> SHIFT];
      int slot = positions[i] & MOST_IN_LEAF - 1;
      read += leaf.changes[slot] + (long) leaf.boxes[BoxGroups.BOX * slot];
      read += leaf.raws[slot].count();
    }
    for (int i = 0; i < count; i++) {
      read += raw(positions[i]).touch();
    }
    return read;
  }

  public long start(int at) {
    return leaves[at >> SHIFT].starts[at & MOST_IN_LEAF - 1];
  }

  public long end(int at) {
    int next = next(at);
    return next < beyond() ? start(next) : CurveOrder.END;
  }

  /** Returns the position of the first interval that begins at {@code value} or later. */
  public int firstFrom(long value) {
    int at = find(value);
    return start(at) == value ? at : next(at);
  }

  /** Returns a partition with another directory that has the same intervals. */
  Partition withDirectory(Directory newDirectory) {
    return new Partition(newDirectory, leaves, starts, boxes, groups, count);
  }

  /**
   * Returns a partition in which {@code inside} replaces the intervals at positions {@code from}
   * (inclusive) to {@code to} (exclusive).
   *
   * <p>This method is too long for inlining (over 325 bytes of code). Inlined into {@code
   * Memtable.fold}, it would keep the JIT compiler busy for seconds.
   *
   * @param inside at least one interval
   */
  Partition withBuffers(Directory newDirectory, int from, int to, BufferInterval.Placed[] inside) {
    int firstLeaf = from >> SHIFT;
    int before = from & MOST_IN_LEAF - 1;
    int endLeaf = to >> SHIFT;
    int behindFrom = to & MOST_IN_LEAF - 1;
    if (behindFrom == 0) {
      endLeaf--;
      behindFrom = leaves[endLeaf].size();
    }
    int behind = leaves[endLeaf].size() - behindFrom;
    int size = before + inside.length + behind;
    boolean startStays = before > 0 || inside[0].start() == starts[firstLeaf];
    boolean isInLeaf =
        newDirectory == directory && firstLeaf == endLeaf && size <= MOST_IN_LEAF && startStays;
    int more = 0;
    if (!isInLeaf && size < FEW_IN_LEAF && endLeaf + 1 < leaves.length) {
      more = leaves[endLeaf + 1].size(); // merges small leaves with the next one
    }
    PartitionLeaf all = new PartitionLeaf(size + more);
    all.copy(leaves[firstLeaf], 0, 0, before);
    for (int i = 0; i < inside.length; i++) {
      all.put(before + i, inside[i]);
    }
    all.copy(leaves[endLeaf], behindFrom, before + inside.length, behind);
    if (isInLeaf) {
      coverLeaf(firstLeaf, all, before, before + inside.length);
      PartitionLeaf[] newLeaves = leaves.clone();
      newLeaves[firstLeaf] = all;
      int newCount = count + size - leaves[firstLeaf].size();
      return new Partition(directory, newLeaves, starts, boxes, groups, newCount);
    }
    if (more > 0) {
      all.copy(leaves[++endLeaf], 0, size, more);
    }
    PartitionLeaf[] middle = cut(all);
    int rest = leaves.length - endLeaf - 1;
    PartitionLeaf[] newLeaves = Arrays.copyOf(leaves, firstLeaf + middle.length + rest);
    System.arraycopy(middle, 0, newLeaves, firstLeaf, middle.length);
    System.arraycopy(leaves, endLeaf + 1, newLeaves, firstLeaf + middle.length, rest);
    return of(newDirectory, newLeaves, this, firstLeaf, firstLeaf + middle.length);
  }

  /**
   * Extends the boxes of an interval by a rectangle. The writer calls this before it appends a
   * change with this rectangle.
   *
   * @param box minX, minY, maxX, maxY
   */
  void cover(int at, double[] box) {
    if (leaves[at >> SHIFT].cover(at & MOST_IN_LEAF - 1, box)) {
      coverLeaf(at >> SHIFT, box[0], box[1], box[2], box[3]);
    }
  }

  /**
   * Extends the boxes of a leaf, and of the groups that contain it, by the boxes of intervals
   * {@code from} to {@code to - 1} of {@code other}, which replaces the leaf.
   */
  private void coverLeaf(int leaf, PartitionLeaf other, int from, int to) {
    double[] own = other.boxes;
    for (int at = BoxGroups.BOX * from; at < BoxGroups.BOX * to; at += BoxGroups.BOX) {
      coverLeaf(leaf, own[at], own[at + 1], own[at + 2], own[at + 3]);
    }
  }

  private void coverLeaf(int leaf, double x1, double y1, double x2, double y2) {
    BoxGroups.cover(boxes, leaf, x1, y1, x2, y2);
    groups.cover(leaf, x1, y1, x2, y2);
  }

  /** Extends the boxes of an interval by all its changes, after its state was replaced. */
  void coverAll(int at) {
    double[] own = leaves[at >> SHIFT].boxes;
    int slot = at & MOST_IN_LEAF - 1;
    PartitionLeaf.cover(buffer(at).state(), own, slot);
    coverLeaf(at >> SHIFT, leaves[at >> SHIFT], slot, slot + 1);
  }

  /** Returns the number of leaves, which are groups of neighbouring intervals. */
  public int leaves() {
    return leaves.length;
  }

  /**
   * Returns the position of the first interval of a leaf. If {@code leaf} is the number of leaves,
   * returns {@link #beyond}.
   */
  public int firstOf(int leaf) {
    return leaf << SHIFT;
  }

  /** Copies the box around all changes of a leaf. An empty box has minX greater than maxX. */
  public void leafBox(int leaf, double[] box) {
    System.arraycopy(boxes, BoxGroups.BOX * leaf, box, 0, BoxGroups.BOX);
  }

  /** Copies the box around all changes of an interval. An empty box has minX greater than maxX. */
  public void bufferBox(int at, double[] box) {
    int first = BoxGroups.BOX * (at & MOST_IN_LEAF - 1);
    System.arraycopy(leaves[at >> SHIFT].boxes, first, box, 0, BoxGroups.BOX);
  }

  /**
   * Returns the position of the first interval, from {@code from} on, whose box may contain a match
   * of a query. Returns {@link #beyond} if there is none.
   *
   * @param q minX, minY, maxX, maxY of the query rectangle
   * @param from a position, or 1 more than the position of an interval
   */
  public int nextBuffer(RectangleTest test, double[] q, int from) {
    int leaf = from >> SHIFT;
    int slot = from & MOST_IN_LEAF - 1;
    while (leaf < leaves.length) {
      if (slot > 0 || BoxGroups.mayHold(test, q, boxes, leaf)) {
        double[] own = leaves[leaf].boxes;
        for (; slot < leaves[leaf].size(); slot++) {
          if (BoxGroups.mayHold(test, q, own, slot)) {
            return leaf << SHIFT | slot;
          }
        }
      }
      slot = 0;
      leaf = groups.next(test, q, leaf + 1);
    }
    return beyond();
  }

  /** Returns the number of groups of {@value BoxGroups#GROUP} leaves. */
  public int groups() {
    return groups.groups();
  }

  /** Copies the box around all changes of a group. An empty box has minX greater than maxX. */
  public void groupBox(int group, double[] box) {
    groups.groupBox(group, box);
  }

  /** Returns which of up to 64 groups of leaves may meet a window: bit i for {@code first + i}. */
  long metGroups(WindowSides window, int first) {
    return groups.metGroups(window, first);
  }

  /** Returns which leaves of a group may meet a window, as bit i for the i-th leaf. */
  public long metLeaves(WindowSides window, int group) {
    int first = group * BoxGroups.GROUP;
    return BoxGroups.met(window, boxes, first, Math.min(BoxGroups.GROUP, leaves.length - first));
  }

  /** Returns the heap bytes of the {@link RawCells} of all intervals, which are never logged. */
  public long cellBytes() {
    long sum = 0;
    for (PartitionLeaf leaf : leaves) {
      sum += leaf.cellBytes();
    }
    return sum;
  }

  /** Returns whether a window contains all changes of an interval. */
  boolean isWithin(WindowSides window, int at) {
    return window.holds(leaves[at >> SHIFT].boxes, at & MOST_IN_LEAF - 1);
  }

  /** Returns which intervals of a leaf may meet a window, as bit i for the i-th interval. */
  public long metIntervals(WindowSides window, int leaf) {
    PartitionLeaf of = leaves[leaf];
    return BoxGroups.met(window, of.boxes, 0, of.size());
  }

  /**
   * Returns the heap bytes of the leaves, their boxes and the arrays. The directory and the
   * intervals count separately.
   */
  public long bytes() {
    return OBJECT_BYTES
        + 3 * ARRAY_BYTES
        + (long) LEAF_BYTES * leaves.length
        + 8L * BoxGroups.BOX * count
        + groups.bytes();
  }
}
