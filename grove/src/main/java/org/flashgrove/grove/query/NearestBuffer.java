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

  private final NearestQueue queue;
  private final StoredTombstones deletions;
  private final double[] box;
  private final PackedPage chunkReader = new PackedPage("write buffer");
  private final Tombstones bufferedGone = new Tombstones();
  private final WindowSides near = new WindowSides();
  private final RawCells cells = new RawCells();
  private int touched; // keeps the compiler from removing the reads
  private View view;

  NearestBuffer(NearestQueue queue, StoredTombstones deletions, double[] box) {
    this.queue = queue;
    this.deletions = deletions;
    this.box = box;
  }

  /** Starts a search: queues the groups of leaves, and the insertions in the commit queue. */
  void queue(View newView) {
    view = newView;
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

  /** Queues the leaves of a group that lie within the distance bound of the search. */
  void expandLeaves(int group) {
    queue.window(near);
    Partition partition = view.partition();
    int first = group * BoxGroups.GROUP;
    for (long rest = partition.metLeaves(near, group); rest != 0; rest &= rest - 1) {
      int leaf = first + Long.numberOfTrailingZeros(rest);
      partition.leafBox(leaf, box);
      queueBox(LEAF, leaf);
    }
  }

  /** Queues the intervals of a leaf that lie within the distance bound of the search. */
  void expandLeaf(int leaf) {
    queue.window(near);
    Partition partition = view.partition();
    int first = partition.firstOf(leaf);
    for (long rest = partition.metIntervals(near, leaf); rest != 0; rest &= rest - 1) {
      int at = first + Long.numberOfTrailingZeros(rest);
      partition.bufferBox(at, box);
      queueBox(INTERVAL, at);
    }
  }

  /**
   * Queues the entries of an interval that lie within the distance bound of the search.
   *
   * @param at position of the interval in the partition
   * @param nodes nodes that the search may expand next
   */
  void expand(int at, NearestNodes nodes) {
    if (!nodes.isEmpty() && nodes.rank() == INTERVAL) {
      touch((int) nodes.id());
    }
    RawChanges alone = view.alone(at);
    if (alone != null) {
      queueRaw(alone, alone.count(view.commit()));
      return;
    }
    IntervalState state = view.buffer(at);
    RawChanges raw = state.raw();
    queueRaw(raw, raw.count(view.commit()));
    queueChunks(state.chunks(), state.frozen(), state.chunks().length);
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
    if (first < end) {
      queueChunk(chunks[nearest]);
    }
    for (int c = first; c < end; c++) {
      if (c != nearest) {
        queueChunk(chunks[c]);
      }
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
   * Queues those of the first {@code count} raw (unpacked) changes that are insertions within the
   * distance bound of the search and are not deleted. Sets {@link #bufferedGone} to the deletions
   * of buffered entries among these changes.
   */
  private void queueRaw(RawChanges raw, int count) {
    bufferedGone.clear();
    for (int i = 0; i < count && !raw.onlyAdds(); i++) {
      if (raw.kind(i) == RawChanges.BUFFERED_GONE) {
        bufferedGone.add(raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
    }
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
