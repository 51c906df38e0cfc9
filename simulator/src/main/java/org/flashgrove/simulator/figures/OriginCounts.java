package org.flashgrove.simulator.figures;

import java.util.Arrays;

/** Immutable counts of one kind of operation by origin. */
public final class OriginCounts {
  private final long[] counts;

  /** Copies {@code counts}, which are indexed by the ordinal of the origin. */
  public OriginCounts(long[] counts) {
    this.counts = Arrays.copyOf(counts, Origin.COUNT);
  }

  /** Returns the number of operations of one origin. */
  public long of(Origin origin) {
    return counts[origin.ordinal()];
  }

  /** Returns the number of operations of all origins. */
  public long total() {
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    return total;
  }

  /** Returns the number of operations with a host origin. */
  public long ofHost() {
    long total = 0;
    for (Origin origin : Origin.values()) {
      if (origin.isHost()) {
        total += of(origin);
      }
    }
    return total;
  }

  /** Returns the sums of these counts and {@code other}, origin by origin. */
  public OriginCounts plus(OriginCounts other) {
    long[] sum = new long[Origin.COUNT];
    for (int i = 0; i < sum.length; i++) {
      sum[i] = counts[i] + other.counts[i];
    }
    return new OriginCounts(sum);
  }

  /** Returns these counts minus {@code earlier}, origin by origin. */
  public OriginCounts since(OriginCounts earlier) {
    long[] difference = new long[Origin.COUNT];
    for (int i = 0; i < difference.length; i++) {
      difference[i] = counts[i] - earlier.counts[i];
    }
    return new OriginCounts(difference);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OriginCounts && Arrays.equals(counts, ((OriginCounts) other).counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  /** Returns the counts that are not zero, for example {@code leaf=12 gc=3}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Origin origin : Origin.values()) {
      if (of(origin) != 0) {
        text.append(text.length() == 0 ? "" : " ").append(origin.label()).append('=');
        text.append(of(origin));
      }
    }
    return text.toString();
  }
}
