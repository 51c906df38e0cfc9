package org.flashgrove.indexes.bulk.sort;

import java.nio.ByteBuffer;
import java.util.List;

/** Merges sorted runs with a heap of readers. The reader with the smallest record is on top. */
final class RunMerge implements KeyedEntries {
  private final RunReader[] heap;
  private final long[] keys;
  private int size;

  /** Creates a merge of runs. Each run gets an equal part of {@code memory}. */
  RunMerge(SpillFile file, List<Run> runs, ByteBuffer memory) {
    heap = new RunReader[runs.size()];
    keys = new long[runs.size()];
    int share = memory.capacity() / runs.size() / Records.UNIT_BYTES * Records.UNIT_BYTES;
    for (Run run : runs) {
      RunReader reader = new RunReader(file, run, memory.slice(size * share, share));
      if (reader.advance()) {
        heap[size] = reader;
        keys[size++] = reader.key();
      }
    }
    for (int i = size / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
    if (size > 0) {
      heap[0].back(); // next() advances it, so that all calls take the same branches
    }
  }

  @Override
  public boolean next(long[] into) {
    if (size == 0) {
      return false;
    }
    if (heap[0].advance()) {
      keys[0] = heap[0].key();
    } else if (--size > 0) {
      heap[0] = heap[size];
      keys[0] = keys[size];
    } else {
      return false;
    }
    siftDown(0);
    heap[0].get(into);
    return true;
  }

  @Override
  public long key() {
    return keys[0];
  }

  private void siftDown(int from) {
    int at = from;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size && isLess(child + 1, child)) {
        child++;
      }
      if (!isLess(child, at)) {
        return;
      }
      RunReader reader = heap[at];
      heap[at] = heap[child];
      heap[child] = reader;
      long key = keys[at];
      keys[at] = keys[child];
      keys[child] = key;
      at = child;
    }
  }

  private boolean isLess(int a, int b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : heap[a].compareTo(heap[b]) < 0;
  }
}
