package org.flashgrove.indexes.check;

import java.util.ArrayList;
import java.util.List;

/** Problems that a check has found. It counts all problems and lists only the first ones. */
public final class Problems {
  private final int mostListed;
  private final List<String> listed = new ArrayList<>();
  private long count;

  /** Creates an empty list for at most {@code mostListed} problems. */
  public Problems(int mostListed) {
    this.mostListed = mostListed;
  }

  /** Counts a problem, described in one line. */
  public void add(String line) {
    count++;
    if (listed.size() < mostListed) {
      listed.add(line);
    }
  }

  /** Returns whether there is no problem. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** Returns the result of the check, with the numbers of nodes and entries that it has read. */
  public CheckReport report(long internalNodes, long leafNodes, long entries) {
    return new CheckReport(
        isEmpty(),
        internalNodes + leafNodes,
        internalNodes,
        leafNodes,
        entries,
        count,
        List.copyOf(listed));
  }
}
