package org.flashgrove.simulator.device;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.simulator.figures.Origin;

/**
 * Reads that are passed to a device together. A device with several queues ({@link
 * SimulatedDevice#readQueueOf}) starts one read from each queue in turn; other devices start them
 * in order. The queue depth limits the number of outstanding reads.
 */
public final class ReadBatch {
  /** A read; {@code turn} is the number of earlier reads in its queue. */
  private record Read(int turn, long first, int count, Origin origin, ByteBuffer into) {}

  private final SimulatedDevice device;
  private final List<Read> reads = new ArrayList<>();
  private int[] waiting = new int[16];

  /** Creates an empty batch for a device. */
  public ReadBatch(SimulatedDevice device) {
    this.device = device;
  }

  /** Returns the device of the reads. */
  public SimulatedDevice device() {
    return device;
  }

  /**
   * Adds a read of pages {@code [first, first + count)}. The parameters are those of {@link
   * SimulatedDevice#read}.
   */
  public void add(long first, int count, Origin origin, ByteBuffer into) {
    int queue = device.readQueueOf(first);
    if (queue >= waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.max(queue + 1, 2 * waiting.length));
    }
    reads.add(new Read(waiting[queue]++, first, count, origin, into));
  }

  /** Returns the number of reads in the batch. */
  public int size() {
    return reads.size();
  }

  /**
   * Passes all reads to the device and empties the batch, even if a read fails.
   *
   * @return completion time of the last read, or 0 if there are none
   */
  public long handOver() {
    long done = 0;
    try {
      reads.sort(Comparator.comparingInt(Read::turn));
      for (Read read : reads) {
        device.read(read.first(), read.count(), read.origin(), read.into());
        done = Math.max(done, device.completionNanos());
      }
    } finally {
      Arrays.fill(waiting, 0);
      reads.clear();
    }
    return done;
  }
}
