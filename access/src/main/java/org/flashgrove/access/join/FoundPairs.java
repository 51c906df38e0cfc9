package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.core.index.PairVisitor;
import org.jspecify.annotations.Nullable;

/** Pairs of ids with their distances, stored in arrays without an object per pair. */
public final class FoundPairs {
  private static final int ROOM = 64;

  /** Maximum number of pairs that a join stores for one unit of work. */
  private static final int MOST = 1 << 17;

  private final boolean keeps;
  private long[] ids = new long[2 * ROOM];
  private double @Nullable [] distances;
  private int kept;
  private long count;

  /**
   * Creates an empty collection.
   *
   * @param keeps whether pairs are stored; otherwise they are only counted
   * @param measured whether pairs have distances
   */
  public FoundPairs(boolean keeps, boolean measured) {
    this.keeps = keeps;
    distances = measured ? new double[ROOM] : null;
  }

  /** Adds a pair. */
  public void add(long leftId, long rightId, double distance) {
    count++;
    if (!keeps) {
      return;
    }
    if (2 * kept == ids.length) {
      grow();
    }
    ids[2 * kept] = leftId;
    ids[2 * kept + 1] = rightId;
    if (distances != null) {
      distances[kept] = distance;
    }
    kept++;
  }

  private void grow() {
    ids = Arrays.copyOf(ids, 4 * kept);
    distances = distances == null ? null : Arrays.copyOf(distances, 2 * kept);
  }

  boolean isFull() {
    return kept >= MOST;
  }

  /**
   * Sorts the pairs by their left ids, then by their right ids. It does not sort the distances
   * along with the pairs, so call it only if the pairs have no distances.
   */
  void sort() {
    long[][] pairs = new long[kept][];
    for (int i = 0; i < kept; i++) {
      pairs[i] = new long[] {ids[2 * i], ids[2 * i + 1]};
    }
    Arrays.sort(
        pairs, (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    for (int i = 0; i < kept; i++) {
      ids[2 * i] = pairs[i][0];
      ids[2 * i + 1] = pairs[i][1];
    }
  }

  /** Returns the number of added pairs, including pairs that were only counted. */
  long count() {
    return count;
  }

  int kept() {
    return kept;
  }

  /**
   * Passes stored pairs to a visitor. The loop is a method of its own, so that the JIT compiler
   * need not compile the search for further pairs along with it.
   *
   * @param from index of the first pair
   * @param to index after the last pair
   */
  void visit(int from, int to, PairVisitor visitor) {
    for (int i = from; i < to; i++) {
      visitor.visit(leftId(i), rightId(i));
    }
  }

  long leftId(int index) {
    return ids[2 * index];
  }

  long rightId(int index) {
    return ids[2 * index + 1];
  }

  double distance(int index) {
    return distances == null ? 0 : distances[index];
  }
}
