package org.flashgrove.access.sort;

/** Merges runs: a heap of readers, the one with the least record first. */
final class RunMerge {
  private final RunReader[] heap;
  private int count;
  private boolean started;

  /** Over readers that have been started, each with a run of at least one record. */
  RunMerge(RunReader[] readers) {
    heap = readers;
    for (RunReader reader : readers) {
      reader.next();
    }
    count = readers.length;
    for (int i = count / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  /** Goes to the next record of all; whether there is one. */
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

  /** The reader that stands on the record. */
  RunReader least() {
    return heap[0];
  }

  private static boolean isLess(RunReader one, RunReader other) {
    return one.key() < other.key() || one.key() == other.key() && one.rid() < other.rid();
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
