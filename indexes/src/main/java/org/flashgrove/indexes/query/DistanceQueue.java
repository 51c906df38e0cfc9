package org.flashgrove.indexes.query;

import java.util.Arrays;

/**
 * Priority queue of nodes and entries by distance. It is a binary heap in flat arrays without an
 * object per item.
 *
 * <p>The order is total, so the result does not depend on the order of insertion. Items are ordered
 * by key. Among equal keys, nodes come first. Then come candidates, which are entries whose key is
 * only a lower bound, and then the other entries. Items that are still equal are ordered by level,
 * lowest first, then by id, then by rectangle.
 */
public final class DistanceQueue {
  /**
   * Rank of an entry whose key is a lower bound of its distance. The rank of a node is its level.
   */
  public static final int CANDIDATE = 64;

  /** Rank of an entry whose key is its exact distance. */
  public static final int ENTRY = 65;

  private static final int BOX = 4;

  private long[] keys = new long[256]; // bits of the keys, which have the order of the keys
  private int[] places = new int[256];
  private int size;

  private long[] ids = new long[256];
  private byte[] ranks = new byte[256];
  private double[] boxes = new double[BOX * 256];
  private int[] freePlaces = new int[256];
  private int freeCount;
  private int usedPlaces;

  /** Removes all items. */
  public void clear() {
    size = 0;
    freeCount = 0;
    usedPlaces = 0;
  }

  /** Returns whether the queue is empty. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Returns the number of items. */
  public int size() {
    return size;
  }

  /** Stores the id and rank of an item. Returns the index of the item in the arrays. */
  private int keep(int rank, long id) {
    int place = freeCount > 0 ? freePlaces[--freeCount] : newPlace();
    ids[place] = id;
    ranks[place] = (byte) rank;
    return place;
  }

  private int newPlace() {
    if (usedPlaces == ids.length) {
      int room = 2 * usedPlaces;
      ids = Arrays.copyOf(ids, room);
      ranks = Arrays.copyOf(ranks, room);
      boxes = Arrays.copyOf(boxes, BOX * room);
    }
    return usedPlaces++;
  }

  /**
   * Adds a node.
   *
   * @param key lower bound of the distances of all entries below the node, at least 0
   * @param level 0 to {@link #CANDIDATE} - 1
   */
  public void addNode(double key, int level, long nodeId) {
    up(keep(level, nodeId), key);
  }

  /**
   * Adds an entry.
   *
   * @param key distance of the entry, or a lower bound of it, at least 0
   * @param rank {@link #ENTRY} or {@link #CANDIDATE}
   */
  public void addEntry(
      double key, int rank, long id, double minX, double minY, double maxX, double maxY) {
    int place = keep(rank, id);
    int at = BOX * place;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
    up(place, key);
  }

  private void up(int place, double key) {
    moveUp(room(), place, Double.doubleToLongBits(key + 0.0)); // turns -0.0 into 0.0
  }

  /** Adds an empty position at the end of the heap. */
  private int room() {
    if (size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      places = Arrays.copyOf(places, 2 * size);
    }
    return size++;
  }

  private void moveUp(int from, int place, long key) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) >>> 1;
      if (!precedes(key, place, keys[parent], places[parent])) {
        break;
      }
      keys[at] = keys[parent];
      places[at] = places[parent];
      at = parent;
    }
    keys[at] = key;
    places[at] = place;
  }

  private boolean precedes(long key, int place, long otherKey, int otherPlace) {
    return key < otherKey || key == otherKey && precedes(place, otherPlace);
  }

  private boolean precedes(int a, int b) {
    if (ranks[a] != ranks[b]) {
      return ranks[a] < ranks[b];
    }
    if (ids[a] != ids[b]) {
      return ids[a] < ids[b];
    }
    if (ranks[a] >= CANDIDATE) {
      for (int i = 0; i < BOX; i++) {
        double of = boxes[BOX * a + i];
        double other = boxes[BOX * b + i];
        if (of != other) {
          return of < other;
        }
      }
    }
    return false;
  }

  /** Returns the key of the first item. */
  public double key() {
    return Double.longBitsToDouble(keys[0]);
  }

  /** Returns the rank of the first item: the level of a node, or the rank of an entry. */
  public int rank() {
    return ranks[places[0]];
  }

  /** Returns the id of the first item. */
  public long id() {
    return ids[places[0]];
  }

  /** Copies the rectangle of the first item, which must be an entry. */
  public void copyBox(double[] into) {
    System.arraycopy(boxes, BOX * places[0], into, 0, BOX);
  }

  /** Removes the first item. */
  public void remove() {
    int place = places[0];
    if (freeCount == freePlaces.length) {
      freePlaces = Arrays.copyOf(freePlaces, 2 * freeCount);
    }
    freePlaces[freeCount++] = place;
    size--;
    if (size > 0) {
      moveUp(lowerGap(), places[size], keys[size]);
    }
  }

  /**
   * Moves the gap at the top of the heap down to a leaf. Returns the position of the gap.
   *
   * <p>The last item, which fills the gap, nearly always belongs near a leaf. Therefore, on the way
   * down, only children are compared with each other. If their keys differ, arithmetic chooses the
   * smaller key, because the CPU would mispredict half of the branches.
   */
  private int lowerGap() {
    int at = 0;
    int child = 1;
    while (child + 1 < size) {
      long difference = keys[child + 1] - keys[child];
      child += difference != 0 ? (int) (difference >>> Long.SIZE - 1) : firstOfEqual(child);
      keys[at] = keys[child];
      places[at] = places[child];
      at = child;
      child = 2 * at + 1;
    }
    if (child < size) {
      keys[at] = keys[child];
      places[at] = places[child];
      at = child;
    }
    return at;
  }

  /**
   * Compares the item at heap position {@code child} with the next one, which has the same key.
   * Returns 1 if the next item comes first, otherwise 0.
   */
  private int firstOfEqual(int child) {
    return precedes(places[child + 1], places[child]) ? 1 : 0;
  }
}
