package org.flashgrove.access.sort;

import java.nio.ByteBuffer;
import java.util.Comparator;

/** Merges sorted runs with a heap of readers. The reader with the smallest record is on top. */
final class RunMerge {
  private final RunReader[] heap;
  private int count;
  private boolean started;

  private final Comparator<ByteBuffer> ties;

  /**
   * Creates a merge of runs. Each reader must have started to read its run, which must have at
   * least one record.
   *
   * @param ties compares the bodies of records with equal keys; null for the order of RIDs
   */
  RunMerge(RunReader[] readers, Comparator<ByteBuffer> ties) {
    heap = readers;
    this.ties = ties;
    for (RunReader reader : readers) {
      reader.next();
    }
    count = readers.length;
    for (int i = count / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  /** Moves to the next record of all runs. Returns false at the end. */
  boolean next() {
    if (!started) {
      started = true;
    } else if (count > 0) {
      if (!heap[0].next()) {
        heap[0] = heap[--count];
      }
      siftDown(0);
    }
    return count > 0;
  }

  RunReader least() {
    return heap[0];
  }

  private boolean isLess(RunReader one, RunReader other) {
    if (one.key() != other.key()) {
      return one.key() < other.key();
    }
    int order = ties == null ? 0 : ties.compare(one.held(), other.held());
    return order < 0 || order == 0 && one.rid() < other.rid();
  }

  private void siftDown(int start) {
    int at = start;
    RunReader moved = heap[at];
    while (2 * at + 1 < count) {
      int child = 2 * at + 1;
      if (child + 1 < count && isLess(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isLess(heap[child], moved)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = moved;
  }
}
