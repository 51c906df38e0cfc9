package org.flashgrove.grove.query;

import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.fence.BoxGroups;
import org.flashgrove.grove.fence.WindowSides;
import org.flashgrove.grove.index.Tombstones;
import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.memtable.RawCells;
import org.flashgrove.grove.memtable.RawChanges;
import org.flashgrove.grove.memtable.View;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Queues the entries of the write buffer for a nearest-neighbour search. Not safe for use by
 * several threads.
 *
 * <p>If the buffer holds all entries, the search estimates the distance of the last neighbour from
 * the number of entries around the query. From each group, leaf and interval it first queues only
 * the items within this radius, because most items lie beyond it. The rest is queued as a node at
 * the distance of the radius. The search expands this node only if too few entries are within the
 * radius.
 */
final class NearestBuffer {
  /** Rank that marks an item of the search queue as an interval of the write buffer. */
  static final int INTERVAL = 5;

  /**
   * Rank that marks an item of the search queue as a leaf, which is a group of neighbouring
   * intervals (a {@code PartitionLeaf}).
   */
  static final int LEAF = 6;

  /** Rank that marks an item of the search queue as a group of neighbouring leaves. */
  static final int LEAVES = 7;

  /**
   * Number that is added to the rank of a node that was expanded in part. The queue item with this
   * rank is the rest of the node: what lies beyond an estimated radius.
   */
  private static final int REST = 8;

  private static final double UNKNOWN = -1;

  private final NearestQueue queue;
  private final StoredTombstones deletions;
  private final double[] box;
  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final Tombstones bufferedGone = new Tombstones();
  private final WindowSides near = new WindowSides();
  private final RawCells cells = new RawCells();
  private int touched; // keeps the compiler from removing the reads
  private View view;
  private double radius; // estimated distance of the last neighbour
  private boolean isShort; // whether too few entries are within the radius

  NearestBuffer(NearestQueue queue, StoredTombstones deletions, double[] box) {
    this.queue = queue;
    this.deletions = deletions;
    this.box = box;
  }

  /** Starts a search: queues the groups of leaves, and the insertions in the commit queue. */
  void queue(View newView) {
    view = newView;
    boolean isAll = view.partition().directory().blocks() == 0;
    radius = isAll && queue.isCollecting() ? UNKNOWN : Double.POSITIVE_INFINITY;
    isShort = false;
    if (view.waits() > 0) {
      queueWaiting();
    }
    Partition partition = view.partition();
    for (int group = 0; group < partition.groups(); group++) {
      partition.groupBox(group, box);
      queueBox(LEAVES, group);
    }
  }

  /** Queues a node with the box in {@link #box}, unless the box is empty. */
  private void queueBox(int rank, int item) {
    if (box[0] <= box[2]) {
      queue.queueNode(queue.boxDistance(), rank, item);
    }
  }

  /** Queues the committed insertions that are still in the commit queue. */
  private void queueWaiting() {
    long[] words = view.waiting().words();
    for (int at = 0; at < view.waits(); at += WordList.changeWords(words, at)) {
      int upper = words[at] >= WordList.EXTENT ? at + 4 : at + 2;
      queue.queueEntry(
          words[at + 1],
          Double.longBitsToDouble(words[at + 2]),
          Double.longBitsToDouble(words[at + 3]),
          Double.longBitsToDouble(words[upper]),
          Double.longBitsToDouble(words[upper + 1]));
    }
  }

  /**
   * Expands a node of this object.
   *
   * @param rank rank of the node, which is at least {@link #INTERVAL}
   * @param nodes nodes that the search may expand next
   */
  void expandNode(int rank, long item, NearestNodes nodes) {
    boolean isRest = rank >= REST;
    int kind = isRest ? rank - REST : rank;
    if (kind == INTERVAL) {
      expand((int) item, isRest, nodes);
    } else {
      expandGroup(kind, (int) item, isRest, item >>> Integer.SIZE);
    }
  }

  /**
   * Queues the intervals of a leaf, or the leaves of a group, that lie within the distance bound of
   * the search and within a radius that is estimated for the leaf or group. Queues the rest of the
   * leaf or group as a node.
   *
   * @param kind {@link #LEAF} or {@link #LEAVES}
   * @param isRest whether to queue the others, which are beyond the estimated radius, instead
   * @param before intervals or leaves that were queued before, as bit i for the i-th
   */
  private void expandGroup(int kind, int group, boolean isRest, long before) {
    boolean isLeaf = kind == LEAF;
    Partition partition = view.partition();
    double limit = Double.POSITIVE_INFINITY;
    if (!isRest && radius < Double.POSITIVE_INFINITY) {
      if (isLeaf) {
        partition.leafBox(group, box);
      } else {
        partition.groupBox(group, box);
      }
      limit =
          radiusOfBox((double) view.entries() / (isLeaf ? partition.leaves() : partition.groups()));
    }
    boolean isPart = limit < Double.POSITIVE_INFINITY && queue.isWithin(limit);
    queue.limit(NearestQueue.NOT_NEGATIVE, limit);
    queue.window(near);
    queue.limit(NearestQueue.NOT_NEGATIVE, Double.POSITIVE_INFINITY);
    int first = isLeaf ? partition.firstOf(group) : group * BoxGroups.GROUP;
    long met = isLeaf ? partition.metIntervals(near, group) : partition.metLeaves(near, group);
    for (long rest = met & ~before; rest != 0; rest &= rest - 1) {
      int at = first + Long.numberOfTrailingZeros(rest);
      if (isLeaf) {
        partition.bufferBox(at, box);
      } else {
        partition.leafBox(at, box);
      }
      queueBox(isLeaf ? INTERVAL : LEAF, at);
    }
    if (isPart) {
      queue.queueNode(limit, kind + REST, met << Integer.SIZE | group);
    }
  }

  /**
   * Queues the entries of an interval that lie within the distance bound of the search and within
   * the estimated radius. Queues the rest of the interval as a node.
   *
   * @param at position of the interval in the partition
   * @param isRest whether to queue the entries beyond the estimated radius instead
   * @param nodes nodes that the search may expand next
   */
  private void expand(int at, boolean isRest, NearestNodes nodes) {
    if (!nodes.isEmpty() && nodes.rank() == INTERVAL) {
      touch((int) nodes.id());
    }
    if (radius == UNKNOWN) {
      radius = radius(at);
    }
    isShort |= isRest;
    boolean isPart = !isShort && radius < Double.POSITIVE_INFINITY && queue.isWithin(radius);
    queue.limit(
        isRest ? radius : NearestQueue.NOT_NEGATIVE, isPart ? radius : Double.POSITIVE_INFINITY);
    expand(at);
    queue.limit(NearestQueue.NOT_NEGATIVE, Double.POSITIVE_INFINITY);
    if (isPart) {
      queue.queueNode(radius, INTERVAL + REST, at);
    }
  }

  /**
   * Estimates the distance of the last neighbour, from the number of changes of the nearest
   * interval and the area of its box. The estimate is high enough to hold in nearly all searches if
   * entries are randomly distributed: their number in a circle then has a standard deviation of its
   * square root.
   */
  private double radius(int at) {
    RawChanges alone = view.alone(at);
    IntervalState state = alone == null ? view.buffer(at) : IntervalState.NOTHING;
    RawChanges raw = alone == null ? state.raw() : alone;
    double count = raw.count(view.commit()) + state.packed();
    view.partition().bufferBox(at, box);
    return radiusOfBox(count);
  }

  /**
   * Estimates the distance of the last neighbour if {@link #box} holds {@code count} entries, or
   * returns infinity.
   */
  private double radiusOfBox(double count) {
    double area = (box[2] - box[0]) * (box[3] - box[1]);
    double wanted = queue.wanted() + 2 * Math.sqrt(queue.wanted()) + 2;
    return area > 0 && count > 0
        ? queue.boxDistance() + Math.sqrt(wanted * area / (Math.PI * count))
        : Double.POSITIVE_INFINITY;
  }

  /** Queues those entries of an interval that lie within the limits of the queue. */
  private void expand(int at) {
    RawChanges alone = view.alone(at);
    IntervalState state = alone == null ? view.buffer(at) : IntervalState.NOTHING;
    RawChanges raw = alone == null ? state.raw() : alone;
    int count = raw.count(view.commit());
    gatherGone(raw, count);
    queueChunks(state.chunks(), state.frozen(), state.chunks().length);
    queueRaw(raw, count); // called once, because the JIT compiler inlines every call
    if (state.frozen() > 0) {
      bufferedGone.clear();
      deletions.gatherBehindFrozen(state, view.commit(), bufferedGone);
      queueChunks(state.chunks(), 0, state.frozen());
    }
  }

  /**
   * Reads memory of an interval, so that its cache misses overlap with other work. The search may
   * never reach this interval, so its newest state is enough.
   */
  private void touch(int at) {
    RawChanges alone = view.alone(at);
    touched += alone == null ? view.partition().buffer(at).state().touch() : alone.touchFirst();
  }

  /**
   * Queues those entries of chunks {@code first} to {@code end - 1} that lie within the distance
   * bound of the search and are not in {@link #bufferedGone}. Begins with the nearest chunk, whose
   * entries may lower the bound so far that the search need not read the other chunks.
   */
  private void queueChunks(Chunk[] chunks, int first, int end) {
    int nearest = first;
    double least = Double.POSITIVE_INFINITY;
    for (int c = first; c < end; c++) {
      double distance = distance(chunks[c]);
      nearest = distance < least ? c : nearest;
      least = Math.min(distance, least);
    }
    for (int c = first; c < end; c++) {
      queueChunk(chunks[c == first ? nearest : c == nearest ? first : c]);
    }
  }

  private double distance(Chunk chunk) {
    return queue.distance(chunk.minX(), chunk.minY(), chunk.maxX(), chunk.maxY());
  }

  private void queueChunk(Chunk chunk) {
    if (queue.isWithin(distance(chunk))) {
      queue.queueChunk(chunk.packed(), chunkReader, bufferedGone);
    }
  }

  /**
   * Sets {@link #bufferedGone} to the deletions of buffered entries among the first {@code count}
   * raw (unpacked) changes.
   */
  private void gatherGone(RawChanges raw, int count) {
    bufferedGone.clear();
    for (int i = 0; i < count && !raw.onlyAdds(); i++) {
      if (raw.kind(i) == RawChanges.BUFFERED_GONE) {
        bufferedGone.add(raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
    }
  }

  /**
   * Queues those of the first {@code count} raw (unpacked) changes that are insertions within the
   * distance bound of the search and are not in {@link #bufferedGone}.
   */
  private void queueRaw(RawChanges raw, int count) {
    for (int first = 0; first < count; first += Long.SIZE) {
      int end = Math.min(count, first + Long.SIZE);
      queue.window(near);
      raw.window(near, cells);
      queue.queueRaw(raw, first, raw.met(near, cells, first, end), bufferedGone);
    }
  }

  void end() {
    view = null;
  }
}
