package org.flashgrove.simulator.device;

import java.util.Arrays;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.time.VirtualClock;

/**
 * The host's clock and its outstanding requests, limited by the queue depth. A read may delay
 * outstanding writes, so the latency of a request is recorded only when the request leaves the
 * queue.
 */
final class HostQueue {
  static final int DEEPEST = 65_536;

  private static final long NO_ARRIVAL = -1;
  private static final OperationKind[] KINDS = OperationKind.values();
  private static final Origin[] ORIGINS = Origin.values();

  private final VirtualClock clock = new VirtualClock();
  private final LatencyRecorder latencies;
  private long[] arrived = new long[1];
  private long[] completes = new long[1];
  private int[] die = new int[1];
  private byte[] kind = new byte[1];
  private byte[] origin = new byte[1];

  /**
   * The first {@code count} entries are the slots of outstanding requests, a heap ordered by
   * completion time. The other entries are free slots.
   */
  private int[] heap = new int[1];

  private int count;
  private int depth = 1;
  private long nextArrival = NO_ARRIVAL;
  private long lastPlacedNanos;

  HostQueue(LatencyRecorder latencies) {
    this.latencies = latencies;
  }

  long nowNanos() {
    return clock.nowNanos();
  }

  void arriveAt(long nanos) {
    clock.advanceTo(nanos);
    nextArrival = nanos;
    leaveCompleted();
  }

  void depth(int newDepth) {
    if (newDepth < 1 || newDepth > DEEPEST) {
      throw new IllegalArgumentException(
          "queue depth " + newDepth + " (allowed: 1 to " + DEEPEST + ")");
    }
    depth = newDepth;
    while (count >= depth) {
      waitForOne();
    }
    int places = heap.length;
    if (depth > places) {
      arrived = Arrays.copyOf(arrived, depth);
      completes = Arrays.copyOf(completes, depth);
      die = Arrays.copyOf(die, depth);
      kind = Arrays.copyOf(kind, depth);
      origin = Arrays.copyOf(origin, depth);
      heap = Arrays.copyOf(heap, depth);
      for (int place = places; place < depth; place++) {
        heap[place] = place;
      }
    }
  }

  /**
   * Adds a request that starts now. Then advances the clock until fewer requests than the queue
   * depth are outstanding.
   */
  void placed(OperationKind requestKind, Origin requestOrigin, int lastDie, long completesNanos) {
    int place = heap[count];
    arrived[place] = nextArrival == NO_ARRIVAL ? clock.nowNanos() : nextArrival;
    nextArrival = NO_ARRIVAL;
    completes[place] = completesNanos;
    lastPlacedNanos = completesNanos;
    die[place] = requestKind == OperationKind.READ ? -1 : lastDie;
    kind[place] = (byte) requestKind.ordinal();
    origin[place] = (byte) requestOrigin.ordinal();
    count++;
    siftUp(count - 1);
    while (count >= depth) {
      waitForOne();
    }
    leaveCompleted();
  }

  /** Removes requests that have completed and records their latencies. */
  private void leaveCompleted() {
    while (count > 0 && completes[heap[0]] <= clock.nowNanos()) {
      waitForOne();
    }
  }

  private void waitForOne() {
    int first = heap[0];
    clock.advanceTo(completes[first]);
    latencies.record(KINDS[kind[first]], ORIGINS[origin[first]], completes[first] - arrived[first]);
    count--;
    heap[0] = heap[count];
    heap[count] = first;
    siftDown(0);
  }

  private void siftUp(int from) {
    int at = from;
    int place = heap[at];
    while (at > 0 && completes[heap[(at - 1) / 2]] > completes[place]) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = place;
  }

  private void siftDown(int from) {
    int at = from;
    int place = heap[at];
    while (2 * at + 1 < count) {
      int child = 2 * at + 1;
      if (child + 1 < count && completes[heap[child + 1]] < completes[heap[child]]) {
        child++;
      }
      if (completes[place] <= completes[heap[child]]) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = place;
  }

  void drain() {
    while (count > 0) {
      waitForOne();
    }
  }

  void delayed(int delayedDie, long fromNanos, long byNanos) {
    boolean any = false;
    for (int i = 0; i < count; i++) {
      int place = heap[i];
      if (die[place] == delayedDie && completes[place] > fromNanos) {
        completes[place] += byNanos;
        any = true;
      }
    }
    for (int i = count / 2; any && i >= 0; i--) {
      siftDown(i);
    }
  }

  /**
   * Returns the completion time of the last request, as it was computed when the request was added.
   */
  long lastPlacedNanos() {
    return lastPlacedNanos;
  }

  /** Returns the time at which all outstanding requests are complete. */
  long lastCompletionNanos() {
    long last = clock.nowNanos();
    for (int i = 0; i < count; i++) {
      last = Math.max(last, completes[heap[i]]);
    }
    return last;
  }

  /** Returns the time at which all outstanding requests except reads are complete. */
  long lastWriteNanos() {
    long last = clock.nowNanos();
    for (int i = 0; i < count; i++) {
      if (KINDS[kind[heap[i]]] != OperationKind.READ) {
        last = Math.max(last, completes[heap[i]]);
      }
    }
    return last;
  }

  /** Discards all outstanding requests. */
  void clear() {
    count = 0;
    nextArrival = NO_ARRIVAL;
  }

  void advanceTo(long nanos) {
    clock.advanceTo(nanos);
  }
}
