package org.flashgrove.storage.file;

import java.util.Arrays;
import java.util.Collection;

/** Positions of a store's readers at one moment. */
public final class ReaderPositions {
  /** No reader is registered. */
  public static final ReaderPositions NONE = new ReaderPositions(new long[0], Long.MAX_VALUE);

  private final long[] settled;
  private final long entering;

  private ReaderPositions(long[] settled, long entering) {
    this.settled = settled;
    this.entering = entering;
  }

  /**
   * Creates positions.
   *
   * @param settled those of readers that know theirs, in any order
   * @param entering frames before which readers that are about to find theirs will not be
   */
  public static ReaderPositions of(Collection<Long> settled, Collection<Long> entering) {
    return new ReaderPositions(
        settled.stream().mapToLong(Long::longValue).sorted().toArray(),
        entering.stream().mapToLong(Long::longValue).min().orElse(Long.MAX_VALUE));
  }

  /** Returns whether there is no reader. */
  public boolean isEmpty() {
    return settled.length == 0 && entering == Long.MAX_VALUE;
  }

  /**
   * Returns whether a reader may see what counted from one frame to another.
   *
   * @param since first frame at which it may have counted
   * @param until last such frame
   */
  public boolean see(long since, long until) {
    if (entering <= until) {
      return true;
    }
    int at = Arrays.binarySearch(settled, since);
    int first = at < 0 ? -at - 1 : at;
    return first < settled.length && settled[first] <= until;
  }
}
