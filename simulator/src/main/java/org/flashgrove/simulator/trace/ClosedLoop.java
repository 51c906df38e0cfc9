package org.flashgrove.simulator.trace;

import java.util.Arrays;
import java.util.List;
import org.flashgrove.simulator.device.ReadBatch;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;

/**
 * Runs clients that share devices. Each client makes its next call when its last call is complete,
 * like a user who waits for an answer. (When a trace is replayed, by contrast, requests arrive at
 * fixed times.) Computation takes no virtual time.
 *
 * <p>The client whose last call completed first makes the next call; if several completed at the
 * same time, the client with the lowest number does. Runs are therefore deterministic.
 */
public final class ClosedLoop {
  private static final int DEEPEST = 65_536;
  private static final long DONE = Long.MAX_VALUE;

  /** A client that makes calls. */
  @FunctionalInterface
  public interface Client {
    /**
     * Makes the next call. The call is complete when all its requests are complete.
     *
     * @return false if there are no more calls; in this case no request was made
     */
    boolean call(Call call);
  }

  /**
   * A call in progress. Its requests are concurrent. Consecutive reads of one device form a {@link
   * ReadBatch}.
   */
  public static final class Call {
    private ReadBatch reads;
    private long nowNanos;
    private long doneNanos;

    private Call() {}

    /** Reads device pages {@code [first, first + count)}. */
    public void read(SimulatedDevice device, long first, int count, Origin origin) {
      if (reads == null || reads.device() != device) {
        handOver();
        reads = new ReadBatch(device);
      }
      reads.add(first, count, origin, null);
    }

    /** Writes device pages {@code [first, first + count)}. */
    public void write(SimulatedDevice device, long first, int count, Origin origin) {
      handOver();
      device.arriveAt(nowNanos);
      device.write(first, count, origin, null);
      doneNanos = Math.max(doneNanos, device.completionNanos());
    }

    private void handOver() {
      if (reads != null && reads.size() > 0) {
        reads.device().arriveAt(nowNanos);
        doneNanos = Math.max(doneNanos, reads.handOver());
      }
    }
  }

  private ClosedLoop() {}

  /**
   * Runs all calls of all clients.
   *
   * @param devices all devices that the clients use; no other code may use them during the run
   * @return virtual time from the first request to the last completion, in nanoseconds
   */
  public static long run(List<SimulatedDevice> devices, List<? extends Client> clients) {
    long start = 0;
    for (SimulatedDevice device : devices) {
      device.drain();
      device.queueDepth(DEEPEST);
      start = Math.max(start, device.nowNanos());
    }
    long[] ready = new long[clients.size()];
    Arrays.fill(ready, start);
    Call call = new Call();
    long last = start;
    for (int next = earliest(ready); next >= 0; next = earliest(ready)) {
      call.nowNanos = ready[next];
      call.doneNanos = ready[next];
      boolean called = clients.get(next).call(call);
      call.handOver();
      if (called) {
        ready[next] = call.doneNanos;
        last = Math.max(last, call.doneNanos);
      } else {
        ready[next] = DONE;
      }
    }
    for (SimulatedDevice device : devices) {
      device.queueDepth(1);
      device.drain();
    }
    return last - start;
  }

  private static int earliest(long[] ready) {
    int earliest = -1;
    long least = DONE;
    for (int i = 0; i < ready.length; i++) {
      if (ready[i] < least) {
        least = ready[i];
        earliest = i;
      }
    }
    return earliest;
  }
}
