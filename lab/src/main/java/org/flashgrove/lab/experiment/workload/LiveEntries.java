package org.flashgrove.lab.experiment.workload;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.flashgrove.core.geometry.GeometrySource;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.datasets.EntryArray;

/**
 * The entries that a store should have after all changes so far. This class computes the right
 * answers to queries by testing all these entries.
 */
final class LiveEntries {
  private long[] ids = new long[16];
  private double[][] bounds = new double[16][];
  private int size;
  private boolean changed;

  /** Expected answer to one or more queries: number of results and sum of their ids. */
  record Answer(long results, long idSum) {
    static final Answer NOTHING = new Answer(0, 0);

    Answer plus(long id) {
      return new Answer(results + 1, idSum + id);
    }

    Answer plus(Answer other) {
      return new Answer(results + other.results, idSum + other.idSum);
    }
  }

  int size() {
    return size;
  }

  long id(int entry) {
    return ids[entry];
  }

  /**
   * Returns the rectangle of an entry: minX, minY, maxX, maxY. The caller must not change the
   * array.
   */
  double[] bounds(int entry) {
    return bounds[entry];
  }

  /** Returns true once the entries are no longer just the first entries of the data set. */
  boolean isChanged() {
    return changed;
  }

  /** Adds an entry that is not in the data set. */
  void addOther(long id, double[] rectangle) {
    changed = true;
    add(id, rectangle);
  }

  /** Adds the next entry of the data set. */
  void add(long id, double[] rectangle) {
    if (size == ids.length) {
      ids = Arrays.copyOf(ids, 2 * size);
      bounds = Arrays.copyOf(bounds, 2 * size);
    }
    ids[size] = id;
    bounds[size++] = rectangle;
  }

  /** Removes an entry. The last entry moves to the index of the removed entry. */
  void remove(int entry) {
    changed = true;
    size--;
    ids[entry] = ids[size];
    bounds[entry] = bounds[size];
    bounds[size] = null;
  }

  void move(int entry, double[] rectangle) {
    changed = true;
    bounds[entry] = rectangle;
  }

  /** Returns the rectangle of an entry in a data set. */
  static double[] rectangle(EntryArray entries, int entry) {
    return new double[] {
      entries.side(entry, 0), entries.side(entry, 1), entries.side(entry, 2), entries.side(entry, 3)
    };
  }

  /** Returns the sum of the answers to all windows. */
  Answer matching(RectangleTest test, List<double[]> windows) {
    Answer answer = Answer.NOTHING;
    for (double[] window : windows) {
      answer = answer.plus(matching(test, window));
    }
    return answer;
  }

  private Answer matching(RectangleTest test, double[] window) {
    long results = 0;
    long idSum = 0;
    for (int i = 0; i < size; i++) {
      double[] b = bounds[i];
      if (test.matches(window[0], window[1], window[2], window[3], b[0], b[1], b[2], b[3])) {
        results++;
        idSum += ids[i];
      }
    }
    return new Answer(results, idSum);
  }

  /**
   * Returns the answer to a geometry query: all entries whose geometries match.
   *
   * @param window bounds of the query
   * @param objects geometries of the entries by id
   */
  Answer matching(GeometryTest test, double[] window, GeometrySource objects) {
    Answer answer = Answer.NOTHING;
    RectangleTest filter = test.candidates();
    for (int i = 0; i < size; i++) {
      double[] b = bounds[i];
      if (filter.matches(window[0], window[1], window[2], window[3], b[0], b[1], b[2], b[3])
          && test.matches(objects.geometry(ids[i]))) {
        answer = answer.plus(ids[i]);
      }
    }
    return answer;
  }

  /**
   * Returns the distances of the {@code k} nearest entries in ascending order.
   *
   * @param distance returns the distance of a rectangle
   */
  double[] nearest(int k, ToDoubleFunction<double[]> distance) {
    double[] least = new double[Math.min(k, size)];
    int found = 0;
    for (int i = 0; i < size; i++) {
      double far = distance.applyAsDouble(bounds[i]);
      if (found == least.length && far >= least[found - 1]) {
        continue;
      }
      int at = found < least.length ? found++ : found - 1;
      while (at > 0 && least[at - 1] > far) {
        least[at] = least[at - 1];
        at--;
      }
      least[at] = far;
    }
    return least;
  }
}
