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
   */
  void expand(int at) {
    IntervalState state = view.buffer(at);
    RawChanges raw = state.raw();
    int count = raw.count(view.commit());
    bufferedGone.clear();
    for (int i = 0; i < count && !raw.onlyAdds(); i++) {
      if (raw.kind(i) == RawChanges.BUFFERED_GONE) {
        bufferedGone.add(raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
      }
    }
    for (int c = state.frozen(); c < state.chunks().length; c++) {
      queueEntries(state.chunks()[c]);
    }
    for (int first = 0; first < count; first += Long.SIZE) {
      queueRaw(raw, first, Math.min(count, first + Long.SIZE));
    }
    if (state.frozen() > 0) {
      bufferedGone.clear();
      deletions.gatherBehindFrozen(state, view.commit(), bufferedGone);
      for (int c = 0; c < state.frozen(); c++) {
        queueEntries(state.chunks()[c]);
      }
    }
  }

  /** Queues the entries of a chunk that are not in {@link #bufferedGone}. */
  private void queueEntries(Chunk chunk) {
    chunk.read(chunkReader);
    queue.queueEntries(chunkReader, 1, 1, bufferedGone);
  }

  /**
   * Queues those raw (unpacked) changes {@code first} to {@code end - 1}, at most 64, that are
   * insertions within the distance bound of the search and are not deleted.
   */
  private void queueRaw(RawChanges raw, int first, int end) {
    queue.window(near);
    raw.window(near, cells);
    for (long rest = raw.met(near, cells, first, end); rest != 0; rest &= rest - 1) {
      int i = first + Long.numberOfTrailingZeros(rest);
      if (raw.onlyAdds() || raw.kind(i) == RawChanges.ENTRY) {
        queue.queueUnlessGone(
            raw.id(i), raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i), bufferedGone);
      }
    }
  }

  void end() {
    view = null;
  }
}
