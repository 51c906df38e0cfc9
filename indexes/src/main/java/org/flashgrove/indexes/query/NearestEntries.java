package org.flashgrove.indexes.query;

import java.util.Arrays;

/**
 * Collects the k nearest of all offered entries. They form a binary heap in flat arrays, with the
 * farthest entry on top. The heap is sorted at the end. Entries at equal distance are ordered by
 * id, then by rectangle, so the result does not depend on the order in which entries are offered.
 */
final class NearestEntries {
  private static final int BOX = 4;
  private static final int FIRST_ROOM = 16;

  private double[] keys = new double[FIRST_ROOM];
  private int[] places = new int[FIRST_ROOM];
  private long[] ids = new long[FIRST_ROOM];
  private double[] boxes = new double[BOX * FIRST_ROOM];
  private long limit;
  private int size;

  /**
   * Removes all entries.
   *
   * @param newLimit k, at least 1
   */
  void reset(long newLimit) {
    limit = newLimit;
    size = 0;
  }

  /** Returns the number of collected entries. */
  int size() {
    return size;
  }

  /**
   * Returns the key above which an entry cannot be among the k nearest. The result is infinite
   * while fewer than k entries are collected.
   */
  double bound() {
    return size < limit ? Double.POSITIVE_INFINITY : keys[0];
  }

  /** Offers an entry whose key is at most {@link #bound}. */
  void offer(double key, long id, double minX, double minY, double maxX, double maxY) {
    if (size < limit) {
      int place = size;
      ensureRoom(place + 1);
      put(place, id, minX, minY, maxX, maxY);
      up(key, place);
    } else if (key < keys[0] || precedesFarthest(id, minX, minY, maxX, maxY)) {
      int place = places[0];
      put(place, id, minX, minY, maxX, maxY);
      down(key, place, size);
    }
  }

  private void ensureRoom(int entries) {
    if (entries > keys.length) {
      int room = 2 * keys.length;
      keys = Arrays.copyOf(keys, room);
      places = Arrays.copyOf(places, room);
      ids = Arrays.copyOf(ids, room);
      boxes = Arrays.copyOf(boxes, BOX * room);
    }
  }

  private void put(int place, long id, double minX, double minY, double maxX, double maxY) {
    int at = BOX * place;
    ids[place] = id;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
  }

  /**
   * Returns whether an entry, which has the same key as the farthest collected entry, precedes that
   * entry in the order by id and rectangle.
   */
  private boolean precedesFarthest(long id, double minX, double minY, double maxX, double maxY) {
    int place = places[0];
    if (id != ids[place]) {
      return id < ids[place];
    }
    int at = BOX * place;
    int order = Double.compare(minX, boxes[at]);
    order = order != 0 ? order : Double.compare(minY, boxes[at + 1]);
    order = order != 0 ? order : Double.compare(maxX, boxes[at + 2]);
    order = order != 0 ? order : Double.compare(maxY, boxes[at + 3]);
    return order < 0;
  }

  /**
   * Returns whether one entry precedes another. An entry is given by its key and by its index in
   * the arrays.
   */
  private boolean precedes(double key, int place, double otherKey, int otherPlace) {
    return key < otherKey || key == otherKey && precedes(place, otherPlace);
  }

  private boolean precedes(int a, int b) {
    if (ids[a] != ids[b]) {
      return ids[a] < ids[b];
    }
    for (int i = 0; i < BOX; i++) {
      double of = boxes[BOX * a + i];
      double other = boxes[BOX * b + i];
      if (of != other) {
        return of < other;
      }
    }
    return false;
  }

  private void up(double key, int place) {
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!precedes(keys[parent], places[parent], key, place)) {
        break;
      }
      keys[at] = keys[parent];
      places[at] = places[parent];
      at = parent;
    }
    keys[at] = key;
    places[at] = place;
  }

  /**
   * Puts an entry at the top of the heap, replacing the entry there, and moves it down to its
   * place.
   *
   * @param count number of entries in the heap
   */
  private void down(double key, int place, int count) {
    int at = 0;
    int child = 1;
    while (child < count) {
      if (child + 1 < count
          && precedes(keys[child], places[child], keys[child + 1], places[child + 1])) {
        child++;
      }
      if (!precedes(key, place, keys[child], places[child])) {
        break;
      }
      keys[at] = keys[child];
      places[at] = places[child];
      at = child;
      child = 2 * at + 1;
    }
    keys[at] = key;
    places[at] = place;
  }

  /** Sorts the collected entries. Afterwards no entry can be offered. */
  void sort() {
    for (int last = size - 1; last > 0; last--) {
      double key = keys[last];
      int place = places[last];
      keys[last] = keys[0];
      places[last] = places[0];
      down(key, place, last);
    }
  }

  /** Returns the key of the entry at a rank in sorted order, counted from 0. */
  double key(int rank) {
    return keys[rank];
  }

  /** Returns the id of the entry at a rank. */
  long id(int rank) {
    return ids[places[rank]];
  }

  /** Copies the rectangle of the entry at a rank. */
  void copyBox(int rank, double[] into) {
    System.arraycopy(boxes, BOX * places[rank], into, 0, BOX);
  }
}
