package org.flashgrove.grove.memtable;

import java.util.Arrays;
import org.flashgrove.grove.curve.CurveOrder;

/**
 * Divides the raw changes of an interval into several parts, in the order of the curve. Reusable;
 * not safe for use by several threads.
 *
 * <p>Boundaries come from a sample instead of a full sort. The parts are of equal size only on
 * average, which is enough. The short code is compiled early by the JIT compiler.
 */
final class RawSplit {
  /** Maximum number of parts into which an interval is divided. */
  static final int PARTS = 4;

  /** Number of changes that are sampled for each part into which an interval is divided. */
  private static final int SAMPLES = 8;

  private final CurveOrder curve;
  private final long[] sample = new long[PARTS * SAMPLES];
  private long[] values = new long[Packer.MOST_RAW];
  private final long[] starts = new long[PARTS];
  private final int[] counts = new int[PARTS];
  private int parts;

  RawSplit(CurveOrder curve) {
    this.curve = curve;
  }

  long bytes() {
    return (long) Long.BYTES * (values.length + sample.length + starts.length)
        + Integer.BYTES * counts.length;
  }

  /**
   * Finds the curve values at which the changes of an interval are divided.
   *
   * @param start start of the interval
   * @return number of parts; 1 if all sampled changes have the same curve value
   */
  int divide(RawChanges raw, long start) {
    int count = raw.count();
    if (values.length < count) {
      values = new long[count];
    }
    for (int i = 0; i < count; i++) {
      values[i] = curve.value(raw.minX(i), raw.minY(i), raw.maxX(i), raw.maxY(i));
    }
    sortSample(count);
    starts[0] = start;
    parts = 1;
    for (int i = SAMPLES; i < sample.length; i += SAMPLES) {
      if (sample[i] > starts[parts - 1] && sample[i] > sample[0]) {
        starts[parts++] = sample[i];
      }
    }
    Arrays.fill(counts, 0);
    for (int i = 0; i < count; i++) {
      counts[partOf(values[i])]++;
    }
    return parts;
  }

  private void sortSample(int count) {
    for (int i = 0; i < sample.length; i++) {
      long value = values[(int) ((long) i * count / sample.length)];
      int at = i;
      for (; at > 0 && sample[at - 1] > value; at--) {
        sample[at] = sample[at - 1];
      }
      sample[at] = value;
    }
  }

  private int partOf(long value) {
    int part = 0;
    for (int i = 1; i < parts; i++) {
      part += value >= starts[i] ? 1 : 0;
    }
    return part;
  }

  int parts() {
    return parts;
  }

  /** Returns the curve value at which a part of the divided interval begins. */
  long start(int part) {
    return starts[part];
  }

  /** Returns the number of changes in a part of the divided interval. */
  int count(int part) {
    return counts[part];
  }

  /**
   * Copies the changes of each part of the divided interval to the element of {@code into} with the
   * same index.
   */
  void copy(RawChanges raw, RawChanges[] into) {
    for (int i = 0; i < raw.count(); i++) {
      into[partOf(values[i])].addFirst(raw, i);
    }
  }
}
