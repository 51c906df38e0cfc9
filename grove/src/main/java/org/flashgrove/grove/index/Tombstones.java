package org.flashgrove.grove.index;

import java.util.Arrays;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.grove.columns.EntryColumns;

/**
 * Reusable multiset of deleted entries, stored as a hash table by id in flat arrays. It counts
 * equal entries, because a deletion removes only one of several equal entries.
 */
public final class Tombstones {
  private static final int BOX = 4;
  private static final int FIRST_ROOM = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] ids = new long[FIRST_ROOM];
  private double[] boxes = new double[BOX * FIRST_ROOM];
  private int[] counts = new int[FIRST_ROOM];
  private int[] next = new int[FIRST_ROOM];
  private int[] heads = new int[FIRST_ROOM];
  private int size;
  private int left;

  /** Removes all deletions. */
  public void clear() {
    if (size > 0) {
      Arrays.fill(heads, 0);
    }
    size = 0;
    left = 0;
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return (long) ids.length * (Long.BYTES + BOX * Double.BYTES + 3 * Integer.BYTES);
  }

  /** Returns whether every deletion has been matched with an entry. */
  public boolean isEmpty() {
    return left == 0;
  }

  /** Returns the number of deletions that have not been matched with an entry yet. */
  public int left() {
    return left;
  }

  /** Adds the entries of a list whose rectangles match a query, as deletions. */
  public void addMatching(EntryColumns entries, RectangleTest test, double[] query) {
    for (int i = 0; i < entries.size(); i++) {
      double x1 = entries.minX(i);
      double y1 = entries.minY(i);
      double x2 = entries.maxX(i);
      double y2 = entries.maxY(i);
      if (test.matches(query[0], query[1], query[2], query[3], x1, y1, x2, y2)) {
        add(entries.id(i), x1, y1, x2, y2);
      }
    }
  }

  /** Adds the deletion of an entry. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    left++;
    int found = find(id, minX, minY, maxX, maxY);
    if (found >= 0) {
      counts[found]++;
      return;
    }
    if (size == ids.length) {
      grow();
    }
    int at = size++;
    ids[at] = id;
    boxes[BOX * at] = minX;
    boxes[BOX * at + 1] = minY;
    boxes[BOX * at + 2] = maxX;
    boxes[BOX * at + 3] = maxY;
    counts[at] = 1;
    link(at);
  }

  /** Returns how many deletions of this entry have not been matched with an entry yet. */
  public int count(long id, double minX, double minY, double maxX, double maxY) {
    int found = left == 0 ? -1 : find(id, minX, minY, maxX, maxY);
    return found < 0 ? 0 : counts[found];
  }

  /**
   * Matches an entry with a deletion of an equal entry, and uses up this deletion. Returns false if
   * there is no such deletion.
   */
  public boolean takes(long id, double minX, double minY, double maxX, double maxY) {
    if (left == 0) {
      return false;
    }
    int found = find(id, minX, minY, maxX, maxY);
    if (found < 0 || counts[found] == 0) {
      return false;
    }
    counts[found]--;
    left--;
    return true;
  }

  /** Returns whether there is a deletion of this id that has not been matched with an entry yet. */
  public boolean hasId(long id) {
    if (left == 0) {
      return false;
    }
    for (int at = heads[bucket(id)] - 1; at >= 0; at = next[at] - 1) {
      if (ids[at] == id && counts[at] > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether deletions of this id, matched or not, have several rectangles. If so, only the
   * exact rectangle of an entry with this id decides whether the entry is deleted.
   */
  public boolean hasSeveral(long id) {
    int found = 0;
    for (int at = heads[bucket(id)] - 1; at >= 0 && found < 2; at = next[at] - 1) {
      found += ids[at] == id ? 1 : 0;
    }
    return found > 1;
  }

  /**
   * Matches an entry whose rectangle is known only within bounds. Uses up a deletion of this id
   * whose rectangle lies within these bounds. Returns false if there is no such deletion.
   *
   * @param outer smallest minX and minY, largest maxX and maxY
   * @param inner largest minX and minY, smallest maxX and maxY
   */
  public boolean takesWithin(long id, double[] outer, double[] inner) {
    for (int at = heads[bucket(id)] - 1; at >= 0; at = next[at] - 1) {
      if (ids[at] == id && counts[at] > 0 && isWithin(BOX * at, outer, inner)) {
        counts[at]--;
        left--;
        return true;
      }
    }
    return false;
  }

  private boolean isWithin(int box, double[] outer, double[] inner) {
    return outer[0] <= boxes[box]
        && inner[0] >= boxes[box]
        && outer[1] <= boxes[box + 1]
        && inner[1] >= boxes[box + 1]
        && outer[2] >= boxes[box + 2]
        && inner[2] <= boxes[box + 2]
        && outer[3] >= boxes[box + 3]
        && inner[3] <= boxes[box + 3];
  }

  /** Adds those deletions of {@code other} that have not been matched with an entry. */
  public void addAll(Tombstones other) {
    for (int at = 0; at < other.size; at++) {
      for (int i = 0; i < other.counts[at]; i++) {
        int b = BOX * at;
        add(
            other.ids[at],
            other.boxes[b],
            other.boxes[b + 1],
            other.boxes[b + 2],
            other.boxes[b + 3]);
      }
    }
  }

  private int find(long id, double minX, double minY, double maxX, double maxY) {
    int found = -1;
    for (int at = heads[bucket(id)] - 1; at >= 0 && found < 0; at = next[at] - 1) {
      if (ids[at] == id) {
        // no rare branches: the JIT compiler would leave them out and compile the callers again
        long difference =
            difference(boxes[BOX * at], minX)
                | difference(boxes[BOX * at + 1], minY)
                | difference(boxes[BOX * at + 2], maxX)
                | difference(boxes[BOX * at + 3], maxY);
        found = at | (int) ((difference | -difference) >> Long.SIZE - 1);
      }
    }
    return found;
  }

  /**
   * Compares two coordinates, which must not be NaN, without a branch. Returns 0 if they are equal,
   * as 0.0 and -0.0 are, and another number otherwise.
   */
  public static long difference(double a, double b) {
    return Double.doubleToRawLongBits(a + 0.0) ^ Double.doubleToRawLongBits(b + 0.0);
  }

  private void link(int at) {
    int bucket = bucket(ids[at]);
    next[at] = heads[bucket];
    heads[bucket] = at + 1;
  }

  private int bucket(long id) {
    return (int) (id * MULTIPLIER >>> 32) & heads.length - 1;
  }

  private void grow() {
    int room = 2 * size;
    ids = Arrays.copyOf(ids, room);
    boxes = Arrays.copyOf(boxes, BOX * room);
    counts = Arrays.copyOf(counts, room);
    next = Arrays.copyOf(next, room);
    heads = new int[room];
    for (int at = 0; at < size; at++) {
      link(at);
    }
  }
}
