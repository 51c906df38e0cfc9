package org.flashgrove.indexes.query;

import java.util.Arrays;

/**
 * Collects the ids of the nearest objects in a heap with the farthest one on top. For one thread;
 * reusable.
 */
public final class NearestIds {
  private double[] distances = new double[16];
  private long[] ids = new long[16];
  private final long most;
  private final double farthest;
  private int count;

  /**
   * Creates an empty heap.
   *
   * @param most maximum number of objects
   * @param farthest maximum distance of an object
   */
  public NearestIds(long most, double farthest) {
    this.most = most;
    this.farthest = farthest;
  }

  /** Removes all objects. */
  public void clear() {
    count = 0;
  }

  /** Returns the maximum number of objects. */
  public long most() {
    return most;
  }

  /** Returns whether there is no maximum distance. */
  public boolean takesAny() {
    return farthest == Double.POSITIVE_INFINITY;
  }

  /** Returns the distance beyond which objects are rejected. */
  public double bound() {
    return count < most ? farthest : most == 0 ? -1 : distances[0];
  }

  private static boolean isFarther(double d, long id, double other, long otherId) {
    return d > other || d == other && id > otherId;
  }

  /** Adds an object if it is among the nearest. At equal distances, smaller ids are preferred. */
  public void add(long id, double distance) {
    if (distance > farthest) {
      return;
    }
    if (count < most) {
      if (count == ids.length) {
        ids = Arrays.copyOf(ids, 2 * count);
        distances = Arrays.copyOf(distances, 2 * count);
      }
      int at = count++;
      while (at > 0 && isFarther(distance, id, distances[(at - 1) / 2], ids[(at - 1) / 2])) {
        move((at - 1) / 2, at);
        at = (at - 1) / 2;
      }
      set(at, id, distance);
    } else if (most > 0 && isFarther(distances[0], ids[0], distance, id)) {
      sink(id, distance, count);
    }
  }

  private void move(int from, int to) {
    distances[to] = distances[from];
    ids[to] = ids[from];
  }

  private void set(int at, long id, double distance) {
    distances[at] = distance;
    ids[at] = id;
  }

  /** Replaces the farthest object, which is at the top, by another object. */
  private void sink(long id, double distance, int size) {
    int at = 0;
    while (2 * at + 1 < size) {
      int child = 2 * at + 1;
      if (child + 1 < size
          && isFarther(distances[child + 1], ids[child + 1], distances[child], ids[child])) {
        child++;
      }
      if (!isFarther(distances[child], ids[child], distance, id)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, id, distance);
  }

  /** Sorts the objects, nearest first. The heap must be cleared afterwards. */
  public void sort() {
    for (int size = count - 1; size > 0; size--) { // heap sort
      double distance = distances[size];
      long id = ids[size];
      move(0, size);
      sink(id, distance, size);
    }
  }

  /** Returns the number of objects. */
  public int count() {
    return count;
  }

  /** Returns the id of an object. */
  public long id(int index) {
    return ids[index];
  }

  /** Returns the distance of an object. */
  public double distance(int index) {
    return distances[index];
  }
}
