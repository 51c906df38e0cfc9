package org.flashgrove.lab.experiment.lrun;

import java.util.Arrays;
import org.flashgrove.datasets.csv.TraceCursor;
import org.flashgrove.datasets.csv.TraceForm;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.simulator.trace.TraceRequest;
import org.flashgrove.simulator.trace.TraceSource;

/**
 * Converts a trace of block requests to look-ups of the keys 1 to N. As in Yang et al., section
 * V.A, only the first N block addresses are mapped, and other requests are dropped. The key is the
 * number of the request's first block, plus one. Reads and writes of all units (address spaces of
 * the trace) are treated alike.
 */
final class TraceKeys {
  private static final long BLOCK_BYTES = 512;

  private TraceKeys() {}

  /**
   * Returns all keys of a trace file in SPC format.
   *
   * @throws org.flashgrove.datasets.InputException if the file does not exist, or a row is invalid
   * @throws IllegalArgumentException if no request begins in the first {@code keyCount} blocks
   */
  static int[] read(String file, int keyCount) {
    Keys keys = new Keys(keyCount);
    try (TraceCursor trace = TraceCursor.open(file, TraceForm.SPC, BadRowPolicy.STOP)) {
      while (trace.next()) {
        keys.add(trace.offsetBytes());
      }
    }
    return keys.all(file);
  }

  /** Returns the keys of all requests. Closes {@code requests}. */
  static int[] of(TraceSource requests, int keyCount, String name) {
    Keys keys = new Keys(keyCount);
    TraceRequest request = new TraceRequest();
    try (requests) {
      while (requests.next(request)) {
        keys.add(request.offsetBytes());
      }
    }
    return keys.all(name);
  }

  /** Growing list of keys. */
  private static final class Keys {
    private final int keyCount;
    private int[] keys = new int[1024];
    private int size;

    Keys(int keyCount) {
      this.keyCount = keyCount;
    }

    void add(long offsetBytes) {
      long block = offsetBytes / BLOCK_BYTES;
      if (block < keyCount) {
        if (size == keys.length) {
          keys = Arrays.copyOf(keys, size * 2);
        }
        keys[size++] = 1 + (int) block;
      }
    }

    int[] all(String name) {
      if (size == 0) {
        throw new IllegalArgumentException(
            name
                + ": no request begins in blocks 0 to "
                + (keyCount - 1)
                + "; use a trace with such requests");
      }
      return Arrays.copyOf(keys, size);
    }
  }
}
