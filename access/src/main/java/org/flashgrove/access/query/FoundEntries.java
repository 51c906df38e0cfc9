package org.flashgrove.access.query;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/** Entries found by a group of queries, stored in arrays without an object per entry. */
final class FoundEntries {
  private static final int SIDES = 5;
  private static final int ROOM = 64;

  private int[] queries = new int[ROOM];
  private long[] ids = new long[ROOM];
  private double[] sides = new double[SIDES * ROOM];
  private int count;
  private int query;

  /** Begins the entries of a query. */
  void begin(int queryNumber) {
    query = queryNumber;
  }

  /** Adds an entry that the query found. */
  void add(long id, double minX, double minY, double maxX, double maxY, double distance) {
    if (count == ids.length) {
      queries = Arrays.copyOf(queries, 2 * count);
      ids = Arrays.copyOf(ids, 2 * count);
      sides = Arrays.copyOf(sides, 2 * SIDES * count);
    }
    queries[count] = query;
    ids[count] = id;
    int at = SIDES * count;
    sides[at] = minX;
    sides[at + 1] = minY;
    sides[at + 2] = maxX;
    sides[at + 3] = maxY;
    sides[at + 4] = distance;
    count++;
  }

  /**
   * Passes the entries to the sinks of their queries, in the order in which they were added.
   *
   * @param sinks returns the sink of a query. A sink that asks to stop gets no more entries.
   * @return number of entries passed
   */
  int deliver(IntFunction<? extends EntrySink> sinks) {
    int delivered = 0;
    int i = 0;
    while (i < count) {
      int query = queries[i];
      EntrySink sink = sinks.apply(query);
      VisitResult last = VisitResult.CONTINUE;
      for (; i < count && queries[i] == query; i++) {
        if (last == VisitResult.CONTINUE) {
          last = deliver(i, sink);
          delivered++;
        }
      }
    }
    return delivered;
  }

  private VisitResult deliver(int i, EntrySink sink) {
    int at = SIDES * i;
    return sink.found(
        ids[i], sides[at], sides[at + 1], sides[at + 2], sides[at + 3], sides[at + 4]);
  }
}
