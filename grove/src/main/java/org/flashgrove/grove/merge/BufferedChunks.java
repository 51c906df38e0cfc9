package org.flashgrove.grove.merge;

import org.flashgrove.grove.memtable.Chunk;
import org.flashgrove.grove.memtable.IntervalState;
import org.flashgrove.grove.memtable.Partition;

/**
 * Frozen chunks of the write buffer, each with the interval that it belongs to. The changes are in
 * normal form ({@link org.flashgrove.grove.memtable.Packer}). Chunks of one interval follow each
 * other.
 */
final class BufferedChunks {
  /** Heap bytes for one chunk, without the chunk itself. */
  static final int CHUNK_BYTES = Integer.BYTES + 2 * Long.BYTES;

  private final Chunk[] chunks;
  private final long[] starts;
  private final long[] ends;

  /** Collects the chunks of the intervals from {@code lo} to {@code hi}. */
  BufferedChunks(Partition partition, long lo, long hi) {
    int first = partition.firstFrom(lo);
    int end = partition.firstFrom(hi);
    int count = 0;
    for (int i = first; i < end; i = partition.next(i)) {
      count += partition.buffer(i).state().frozen();
    }
    chunks = new Chunk[count];
    starts = new long[count];
    ends = new long[count];
    int at = 0;
    for (int i = first; i < end; i = partition.next(i)) {
      IntervalState state = partition.buffer(i).state();
      for (int c = 0; c < state.frozen(); c++) {
        chunks[at] = state.chunks()[c];
        starts[at] = partition.start(i);
        ends[at++] = partition.end(i);
      }
    }
  }

  int count() {
    return chunks.length;
  }

  Chunk chunk(int i) {
    return chunks[i];
  }

  /** Returns whether the interval of a chunk and the keys in [from, to) overlap. */
  boolean overlaps(int i, long from, long to) {
    return starts[i] < to && ends[i] > from;
  }

  /** Returns whether the interval of a chunk lies within [from, to). */
  boolean isWithin(int i, long from, long to) {
    return starts[i] >= from && ends[i] <= to;
  }

  boolean haveDeletions() {
    for (Chunk chunk : chunks) {
      if (chunk.deletions() > 0) {
        return true;
      }
    }
    return false;
  }
}
