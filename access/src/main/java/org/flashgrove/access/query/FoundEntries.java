package org.flashgrove.access.query;

import java.util.Arrays;

/** Results of a few queries, stored without an object per entry. */
final class FoundEntries {
  private static final int SIDES = 5;
  private static final int ROOM = 64;

  private int[] queries = new int[ROOM];
  private long[] ids = new long[ROOM];
  private double[] sides = new double[SIDES * ROOM];
  private int count;

  /** Takes an entry: its rectangle and its distance. */
  void add(
      int query, long id, double minX, double minY, double maxX, double maxY, double distance) {
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

  /** Hands all over, in the order in which they came; returns how many. */
  int deliver(BatchNeighbourVisitor visitor) {
    for (int i = 0; i < count; i++) {
      int at = SIDES * i;
      visitor.visit(
          queries[i],
          ids[i],
          sides[at],
          sides[at + 1],
          sides[at + 2],
          sides[at + 3],
          sides[at + 4]);
    }
    return count;
  }
}
