package org.flashgrove.cli.experiment.lrun;

import java.util.Arrays;
import org.flashgrove.datasets.csv.TraceCursor;
import org.flashgrove.datasets.csv.TraceForm;
import org.flashgrove.datasets.feature.BadRowPolicy;

/**
 * Keys from a trace of block requests (Yang et al., section V.A: 10,000 block addresses are mapped,
 * others are filtered out): request after request, the block where it begins, plus one, is a key if
 * it is one of 1 to N; reads and writes of all units alike.
 */
final class TraceKeys {
  private static final long BLOCK_BYTES = 512;

  private TraceKeys() {}

  /**
   * Reads all keys of a trace in SPC form.
   *
   * @throws org.flashgrove.datasets.InputException if there is no such file, or a row is bad
   * @throws IllegalArgumentException if no request begins in the first {@code keyCount} blocks
   */
  static int[] read(String file, int keyCount) {
    int[] keys = new int[1024];
    int size = 0;
    try (TraceCursor trace = TraceCursor.open(file, TraceForm.SPC, BadRowPolicy.STOP)) {
      while (trace.next()) {
        long block = trace.offsetBytes() / BLOCK_BYTES;
        if (block < keyCount) {
          if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
          }
          keys[size++] = 1 + (int) block;
        }
      }
    }
    if (size == 0) {
      throw new IllegalArgumentException(
          file
              + ": no request begins in blocks 0 to "
              + (keyCount - 1)
              + " (allowed: a trace with such requests)");
    }
    return Arrays.copyOf(keys, size);
  }
}
