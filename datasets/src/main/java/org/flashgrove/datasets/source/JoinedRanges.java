package org.flashgrove.datasets.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Joins ranges of a file into few requests. Two ranges become one if the gap between them is small,
 * because reading the gap is faster than a further request.
 */
final class JoinedRanges {
  /** Largest number of bytes of one request. */
  static final int MOST_BYTES = 1 << 20;

  private static final long GAP_BYTES = 1 << 16;
  private static final long MOST_GAP_BYTES = 1 << 18;

  private JoinedRanges() {}

  /**
   * A range of bytes in a file.
   *
   * @param at position of the first byte
   * @param length number of bytes
   */
  record Range(long at, int length) {
    long end() {
      return at + length;
    }
  }

  /**
   * Joins ranges that are close to each other. As long as more than {@code most} ranges remain,
   * also joins ranges with a larger gap between them.
   *
   * @param ranges ranges in ascending order, which may overlap
   */
  static List<Range> of(List<Range> ranges, int most) {
    List<Range> joined = joined(ranges, GAP_BYTES);
    for (long gap = 2 * GAP_BYTES; joined.size() > most && gap <= MOST_GAP_BYTES; gap *= 2) {
      joined = joined(ranges, gap);
    }
    return joined;
  }

  private static List<Range> joined(List<Range> ranges, long gap) {
    List<Range> joined = new ArrayList<>();
    long start = 0;
    long end = -1;
    for (Range each : ranges) {
      if (end >= 0 && each.at <= end + gap) {
        end = Math.max(end, each.end());
        continue;
      }
      split(start, end, joined);
      start = each.at;
      end = each.end();
    }
    split(start, end, joined);
    return joined;
  }

  private static void split(long start, long end, List<Range> into) {
    for (long at = start; at < end; at += MOST_BYTES) {
      into.add(new Range(at, (int) Math.min(MOST_BYTES, end - at)));
    }
  }
}
