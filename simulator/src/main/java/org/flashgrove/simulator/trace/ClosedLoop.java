package org.flashgrove.simulator.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;

/**
 * Clients that share devices, each of which makes its next call when the last one is complete: a
 * system of users who wait for their answers. (A trace is the opposite: its requests come when they
 * come.) Computing takes no time.
 *
 * <p>The client whose last call completed first goes next; of several the one with the lowest
 * number. So the same clients give the same times.
 */
public final class ClosedLoop {
  private static final int DEEPEST = 65_536;
  private static final long DONE = Long.MAX_VALUE;

  /** One who makes calls. */
  @FunctionalInterface
  public interface Client {
    /**
     * Makes the next call, which is complete when all its requests are.
     *
     * @return false if there are no more; nothing was requested then
     */
    boolean call(Call call);
  }

  /**
   * A call being made. Its requests are under way together. Reads next to each other are handed
   * over together: a device that picks among them ({@link SimulatedDevice#readQueueOf}) takes one
   * from each of its queues in turn, others take them as they come.
   */
  public static final class Call {
    private final List<Read> reads = new ArrayList<>();
    private long nowNanos;
    private long doneNanos;
    private SimulatedDevice reading;
    private int[] waiting = new int[16];

    /** A read not handed over yet; {@code turn} reads of its queue go before it. */
    private record Read(int turn, long first, int count, Origin origin) {}

    private Call() {}

    /** Reads device pages {@code [first, first + count)}. */
    public void read(SimulatedDevice device, long first, int count, Origin origin) {
      if (device != reading) {
        handOver();
        reading = device;
      }
      int queue = device.readQueueOf(first);
      if (queue >= waiting.length) {
        waiting = Arrays.copyOf(waiting, Math.max(queue + 1, 2 * waiting.length));
      }
      reads.add(new Read(waiting[queue]++, first, count, origin));
    }

    /** Writes device pages {@code [first, first + count)}. */
    public void write(SimulatedDevice device, long first, int count, Origin origin) {
      handOver();
      device.arriveAt(nowNanos);
      device.write(first, count, origin, null);
      doneNanos = Math.max(doneNanos, device.completionNanos());
    }

    private void handOver() {
      reads.sort(Comparator.comparingInt(Read::turn));
      for (Read read : reads) {
        reading.arriveAt(nowNanos);
        reading.read(read.first(), read.count(), read.origin(), null);
        doneNanos = Math.max(doneNanos, reading.completionNanos());
      }
      Arrays.fill(waiting, 0);
      reads.clear();
    }
  }

  private ClosedLoop() {}

  /**
   * Lets all clients make all their calls.
   *
   * @param devices all devices used; nothing else uses them meanwhile
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
