package org.flashgrove.simulator.device;

import java.util.Arrays;
import org.flashgrove.simulator.figures.LatencyRecorder;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.time.VirtualClock;

/**
 * The requests under way, at most as many as the queue is deep, and the host's clock. A latency is
 * recorded when its request leaves, as until then a read may still delay it.
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
  private int count;
  private int depth = 1;
  private long nextArrival = NO_ARRIVAL;

  HostQueue(LatencyRecorder latencies) {
    this.latencies = latencies;
  }

  long nowNanos() {
    return clock.nowNanos();
  }

  void arriveAt(long nanos) {
    clock.advanceTo(nanos);
    nextArrival = nanos;
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
    arrived = Arrays.copyOf(arrived, depth);
    completes = Arrays.copyOf(completes, depth);
    die = Arrays.copyOf(die, depth);
    kind = Arrays.copyOf(kind, depth);
    origin = Arrays.copyOf(origin, depth);
  }

  /** A request that starts now is placed; waits until another one may start. */
  void placed(OperationKind requestKind, Origin requestOrigin, int lastDie, long completesNanos) {
    arrived[count] = nextArrival == NO_ARRIVAL ? clock.nowNanos() : nextArrival;
    nextArrival = NO_ARRIVAL;
    completes[count] = completesNanos;
    die[count] = requestKind == OperationKind.READ ? -1 : lastDie;
    kind[count] = (byte) requestKind.ordinal();
    origin[count] = (byte) requestOrigin.ordinal();
    count++;
    while (count >= depth) {
      waitForOne();
    }
  }

  private void waitForOne() {
    int first = 0;
    for (int i = 1; i < count; i++) {
      if (completes[i] < completes[first]) {
        first = i;
      }
    }
    clock.advanceTo(completes[first]);
    latencies.record(KINDS[kind[first]], ORIGINS[origin[first]], completes[first] - arrived[first]);
    count--;
    arrived[first] = arrived[count];
    completes[first] = completes[count];
    die[first] = die[count];
    kind[first] = kind[count];
    origin[first] = origin[count];
  }

  void drain() {
    while (count > 0) {
      waitForOne();
    }
  }

  void delayed(int delayedDie, long fromNanos, long byNanos) {
    for (int i = 0; i < count; i++) {
      if (die[i] == delayedDie && completes[i] > fromNanos) {
        completes[i] += byNanos;
      }
    }
  }

  /** When everything under way is complete. */
  long lastCompletionNanos() {
    long last = clock.nowNanos();
    for (int i = 0; i < count; i++) {
      last = Math.max(last, completes[i]);
    }
    return last;
  }

  /** When all writes and trims under way are complete. */
  long lastWriteNanos() {
    long last = clock.nowNanos();
    for (int i = 0; i < count; i++) {
      if (KINDS[kind[i]] != OperationKind.READ) {
        last = Math.max(last, completes[i]);
      }
    }
    return last;
  }

  /** Forgets what is under way. */
  void clear() {
    count = 0;
    nextArrival = NO_ARRIVAL;
  }

  void advanceTo(long nanos) {
    clock.advanceTo(nanos);
  }
}
