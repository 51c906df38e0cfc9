package org.flashgrove.spark.write;

import java.io.IOException;
import java.util.List;

/** Merges sorted runs with a heap. The run with the smallest key is on top. */
final class RunMerge {
  private static final int LEAST_BUFFER = 4 << 10;

  private final SortedRun[] heap;
  private final long[] keys;
  private int count;
  private boolean started;

  /** Creates a merge of non-empty runs. The buffers of the runs share the memory. */
  RunMerge(List<SortedRun> runs, int memoryBytes) throws IOException {
    heap = runs.toArray(new SortedRun[0]);
    count = heap.length;
    keys = new long[count];
    for (int i = 0; i < count; i++) {
      heap[i].open(Math.max(LEAST_BUFFER, memoryBytes / count));
      heap[i].next();
      keys[i] = heap[i].key();
    }
    for (int i = count / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  /** Moves to the next row in the order of all runs. Returns false at the end. */
  boolean next() throws IOException {
    if (!started) {
      started = true;
    } else if (heap[0].next()) {
      keys[0] = heap[0].key();
      siftDown(0);
    } else if (--count > 0) {
      heap[0] = heap[count];
      keys[0] = keys[count];
      siftDown(0);
    }
    return count > 0;
  }

  /** Returns the run whose current row has the smallest key. */
  SortedRun least() {
    return heap[0];
  }

  private void siftDown(int start) {
    SortedRun run = heap[start];
    long key = keys[start];
    int at = start;
    while (2 * at + 1 < count) {
      int child = 2 * at + 1;
      if (child + 1 < count && keys[child + 1] < keys[child]) {
        child++;
      }
      if (keys[child] >= key) {
        break;
      }
      heap[at] = heap[child];
      keys[at] = keys[child];
      at = child;
    }
    heap[at] = run;
    keys[at] = key;
  }
}
