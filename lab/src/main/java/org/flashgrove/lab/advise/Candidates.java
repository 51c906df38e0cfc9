package org.flashgrove.lab.advise;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the configurations to try. A configuration is an index that logs its changes, with a buffer
 * that fits the index, pages of 2 to 16 KiB, and all of the memory or a quarter. Buffers without a
 * commit log (rftl, lcr, arftl, fkdb, gffm) are left out. Such buffers lose more data in a crash,
 * so their costs are not comparable.
 */
final class Candidates {
  private static final int SMALLEST_PAGE = 2048;
  private static final int LARGEST_PAGE = 16384;
  private static final long LESS = 4;

  /** Names and specs of trees that can store points and rectangles. */
  private static final List<String[]> TREES =
      List.of(
          new String[] {"rstar", "rstar"},
          new String[] {"rtree quadratic", "rtree:split=quadratic"},
          new String[] {"rtree linear", "rtree:split=linear"},
          new String[] {"hilbert", "hilbert"});

  private static final String[] POINT_TREE = {"xbr", "xbr"};

  /** Names and specs of buffers for any tree. */
  private static final List<String[]> BUFFERS =
      List.of(
          new String[] {Candidate.PLAIN, "none:buffer={memory},log={log}"},
          new String[] {"efind", "efind:buffer={memory},log={log}"},
          new String[] {"efind:auto", "efind:auto,buffer={memory},log={log}"},
          new String[] {"fast", "fast:buffer={memory},log={log}"});

  /** Names and specs of indices with their own buffer. */
  private static final List<String[]> BUFFERED_INDICES =
      List.of(
          new String[] {"grove", "grove:memory={memory},block={block}"},
          new String[] {"lsm binomial", "lsm:memory={memory},block={block}"},
          new String[] {"lsm leveled", "lsm:policy=leveled,memory={memory},block={block}"});

  private Candidates() {}

  /**
   * Returns the configurations whose index and buffer are on the class path.
   *
   * @param memory memory that a configuration may use, in bytes
   * @param points whether the data consist of points only
   * @param smallestPage minimum page size of the device in bytes
   */
  static List<Candidate> of(long memory, boolean points, int smallestPage) {
    List<String[]> trees = new ArrayList<>(TREES);
    if (points) {
      trees.add(POINT_TREE);
    }
    List<Candidate> all = new ArrayList<>();
    for (long bytes : new long[] {memory, memory / LESS}) {
      for (int page = Math.max(SMALLEST_PAGE, smallestPage); page <= LARGEST_PAGE; page *= 2) {
        for (String[] tree : trees) {
          for (String[] buffer : BUFFERS) {
            all.add(new Candidate(tree[0], buffer[0], tree[1], buffer[1], page, bytes));
          }
        }
        all.add(
            new Candidate(
                "fortree", "for", "fortree", "for:buffer={memory},log={log}", page, bytes));
        for (String[] index : BUFFERED_INDICES) {
          all.add(new Candidate(index[0], "", index[1], "none", page, bytes));
        }
      }
    }
    all.removeIf(candidate -> !candidate.isThere());
    return all;
  }
}
