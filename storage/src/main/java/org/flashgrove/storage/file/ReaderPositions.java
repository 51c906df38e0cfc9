package org.flashgrove.storage.file;

import java.util.Arrays;
import java.util.Collection;

/**
 * Positions that the readers of a store had when they were looked up. The position of a reader is
 * the number of the newest log frame that it sees. Readers and the writer may run in different
 * processes.
 */
public final class ReaderPositions {
  /** Positions of a store without readers. */
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
   * @param settled positions of readers that know their position, in any order
   * @param entering for each reader that does not know its position yet, a lower bound of the
   *     position
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
   * Returns whether a reader may see content that was valid from frame {@code since} to frame
   * {@code until}.
   *
   * @param since first frame at which the content may have been valid
   * @param until last frame at which it may have been valid
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
