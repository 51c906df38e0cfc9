package org.flashgrove.simulator.figures;

import java.util.Arrays;

/**
 * Immutable counts of programmed pages by part and cause. The part is the kind of data in the page:
 * the {@link Origin} of the request with which the host wrote the page, such as leaf nodes or the
 * log. A page that the device copies keeps its part. Pages of the translation layer itself have the
 * part {@link Origin#FTL_MAP}.
 */
public final class WriteMatrix {
  private static final Origin[] PARTS = Origin.values();
  private static final Cause[] CAUSES = Cause.values();

  private final long[] counts;

  private WriteMatrix(long[] counts) {
    this.counts = counts;
  }

  /** Counts programmed pages. Not thread-safe. */
  public static final class Counter {
    private final long[] counts = new long[Origin.COUNT * Cause.COUNT];

    /** Counts {@code pages} pages. */
    public void add(Origin part, Cause cause, long pages) {
      counts[at(part, cause)] += pages;
    }

    /** Returns the counts so far. */
    public WriteMatrix matrix() {
      return new WriteMatrix(counts.clone());
    }
  }

  private static int at(Origin part, Cause cause) {
    return part.ordinal() * Cause.COUNT + cause.ordinal();
  }

  /** Returns the number of pages of one part that were programmed for one cause. */
  public long of(Origin part, Cause cause) {
    return counts[at(part, cause)];
  }

  /** Returns the number of programmed pages of one part, for all causes. */
  public long ofPart(Origin part) {
    long sum = 0;
    for (Cause cause : CAUSES) {
      sum += of(part, cause);
    }
    return sum;
  }

  /** Returns the number of pages that were programmed for one cause, in all parts. */
  public long ofCause(Cause cause) {
    long sum = 0;
    for (Origin part : PARTS) {
      sum += of(part, cause);
    }
    return sum;
  }

  /** Returns the number of all programmed pages. */
  public long total() {
    return Arrays.stream(counts).sum();
  }

  /**
   * Returns the number of pages that were programmed for requests of the host, without pages that
   * the device copied or wrote for itself.
   */
  public long ofHost() {
    return Arrays.stream(CAUSES).filter(Cause::isHost).mapToLong(this::ofCause).sum();
  }

  /**
   * Returns the number of pages that hold changes of the user: pages with the cause {@link
   * Cause#CHANGE} or {@link Cause#READ_MODIFY_WRITE}.
   */
  private long ofUser() {
    return ofCause(Cause.CHANGE) + ofCause(Cause.READ_MODIFY_WRITE);
  }

  /**
   * Returns the write amplification in the device: the number of all programmed pages divided by
   * the number that the host wrote. Returns 1 if the host wrote none.
   */
  public double deviceAmplification() {
    return ratio(total(), ofHost());
  }

  /**
   * Returns the write amplification in the host: the number of pages that the host wrote divided by
   * the number of pages that it wrote because of changes of the user. Returns 1 if there are no
   * changes.
   */
  public double hostAmplification() {
    return ratio(ofHost(), ofUser());
  }

  /**
   * Returns the whole write amplification: the number of all programmed pages divided by the number
   * of pages with changes of the user. Returns 1 if there are no changes.
   */
  public double amplification() {
    return ratio(total(), ofUser());
  }

  private static double ratio(long pages, long of) {
    return of == 0 ? 1 : (double) pages / of;
  }

  /** Returns the number of programmed pages by the origin of the operation that programmed them. */
  public OriginCounts byOrigin() {
    long[] sums = new long[Origin.COUNT];
    for (Origin part : PARTS) {
      for (Cause cause : CAUSES) {
        Origin ofDevice = cause.origin();
        Origin origin = ofDevice == null ? part : ofDevice;
        sums[origin.ordinal()] += of(part, cause);
      }
    }
    return new OriginCounts(sums);
  }

  /** Returns the sums of these counts and {@code other}, for each part and cause. */
  public WriteMatrix plus(WriteMatrix other) {
    long[] sums = counts.clone();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.counts[i];
    }
    return new WriteMatrix(sums);
  }

  /** Returns these counts minus {@code earlier}, for each part and cause. */
  public WriteMatrix since(WriteMatrix earlier) {
    long[] differences = counts.clone();
    for (int i = 0; i < differences.length; i++) {
      differences[i] -= earlier.counts[i];
    }
    return new WriteMatrix(differences);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WriteMatrix && Arrays.equals(counts, ((WriteMatrix) other).counts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(counts);
  }

  /** Returns the counts that are not zero, such as {@code leaf.change=12 leaf.gc=3}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Origin part : PARTS) {
      for (Cause cause : CAUSES) {
        if (of(part, cause) != 0) {
          text.append(text.length() == 0 ? "" : " ").append(part.label()).append('.');
          text.append(cause.label()).append('=').append(of(part, cause));
        }
      }
    }
    return text.toString();
  }
}
