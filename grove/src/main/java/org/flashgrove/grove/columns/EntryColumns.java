package org.flashgrove.grove.columns;

import java.util.Arrays;

/**
 * Growable list of entries with one array for each column and no object for each entry. Packed
 * pages are encoded from it and decoded into it.
 *
 * <p>An entry has a sort key, an id, a closed rectangle with finite coordinates, and a deletion
 * flag. The key is the position of the centre on a curve. An entry with the flag is a deletion: it
 * removes one other entry with exactly this id and rectangle. Rectangles are compared bit by bit,
 * so 0.0 and -0.0 differ.
 *
 * <p>While all entries are points, the upper sides share the arrays of the lower sides. The column
 * of keys takes memory only if it is used.
 *
 * <p>Not safe for use by several threads.
 */
public final class EntryColumns {
  /** Heap bytes of a point without a key, excluding array headers. */
  public static final int POINT_BYTES = 3 * Long.BYTES + 1;

  /** Heap bytes of a rectangle without a key, excluding array headers. */
  public static final int RECTANGLE_BYTES = POINT_BYTES + 2 * Long.BYTES;

  private static final long[] NONE = {};

  private long[] keys;
  private long[] ids;
  private double[] minX;
  private double[] minY;
  private double[] maxX;
  private double[] maxY;
  private boolean[] deletions;
  private boolean onlyPoints = true; // whether upper sides share the arrays of lower sides
  private int size;
  private final ColumnSorter sorter = new ColumnSorter(this);

  /** Creates an empty list with an initial capacity. */
  public EntryColumns(int capacity) {
    this(capacity, true);
  }

  /**
   * Creates an empty list.
   *
   * @param capacity initial capacity
   * @param keyed whether entries have keys; if false, keys are ignored and cannot be read
   */
  public EntryColumns(int capacity, boolean keyed) {
    int room = Math.max(1, capacity);
    keys = keyed ? new long[room] : NONE;
    ids = new long[room];
    minX = new double[room];
    minY = new double[room];
    maxX = minX;
    maxY = minY;
    deletions = new boolean[room];
  }

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Returns the number of entries that fit before the arrays grow. */
  public int capacity() {
    return ids.length;
  }

  /** Returns the heap memory of the columns in bytes, including unused capacity. */
  public long bytes() {
    long words = (onlyPoints ? 3L : 5L) * ids.length + keys.length + sorter.ranks();
    return words * Long.BYTES + deletions.length;
  }

  /**
   * Returns whether all entries are points. The columns of maxX and maxY then are the same arrays
   * as the columns of minX and minY.
   */
  public boolean holdsOnlyPoints() {
    return onlyPoints;
  }

  /** Removes all entries. */
  public void clear() {
    size = 0;
  }

  /** Reduces the capacity to {@code capacity}, but not below the number of entries. */
  public void shrink(int capacity) {
    int room = Math.max(1, Math.max(capacity, size));
    if (room < ids.length) {
      resize(room);
    }
  }

  /** Keeps the first {@code entries} entries; the list must have at least that many. */
  public void truncate(int entries) {
    size = entries;
  }

  /**
   * Appends an entry that is not a deletion.
   *
   * @param key sort key in the order of {@link #sort}; negative keys come first
   * @return index of the entry
   */
  public int add(
      long key, long id, double entryMinX, double entryMinY, double entryMaxX, double entryMaxY) {
    ensureRoom(1);
    int at = size++;
    if (keys != NONE) {
      keys[at] = key;
    }
    ids[at] = id;
    minX[at] = entryMinX;
    minY[at] = entryMinY;
    if (onlyPoints && !isRectangle(at, entryMinX, entryMinY, entryMaxX, entryMaxY)) {
      separateSides();
    }
    if (!onlyPoints) {
      maxX[at] = entryMaxX;
      maxY[at] = entryMaxY;
    }
    deletions[at] = false;
    return at;
  }

  /** Sets whether an entry is a deletion. */
  public void setDeletion(int entry, boolean deletion) {
    deletions[entry] = deletion;
  }

  /** Appends entries {@code from} to {@code to - 1} of another list. */
  public void addAll(EntryColumns other, int from, int to) {
    int count = to - from;
    ensureRoom(count);
    if (onlyPoints && !other.onlyPoints) {
      separateSides();
    }
    if (keys != NONE) {
      System.arraycopy(other.keys, from, keys, size, count);
    }
    System.arraycopy(other.ids, from, ids, size, count);
    System.arraycopy(other.minX, from, minX, size, count);
    System.arraycopy(other.minY, from, minY, size, count);
    if (!onlyPoints) {
      System.arraycopy(other.maxX, from, maxX, size, count);
      System.arraycopy(other.maxY, from, maxY, size, count);
    }
    System.arraycopy(other.deletions, from, deletions, size, count);
    size += count;
  }

  /**
   * Appends copies of the first {@code count} entries of {@code order} from another list, with key
   * 0.
   */
  public void addAll(EntryColumns other, ColumnOrder order, int count) {
    ensureRoom(count);
    if (onlyPoints && !other.onlyPoints) {
      separateSides();
    }
    if (keys != NONE) {
      Arrays.fill(keys, size, size + count, 0);
    }
    for (int i = 0; i < count; i++) {
      int from = order.at(i);
      int at = size + i;
      ids[at] = other.ids[from];
      minX[at] = other.minX[from];
      minY[at] = other.minY[from];
      deletions[at] = other.deletions[from];
      if (!onlyPoints) {
        maxX[at] = other.maxX[from];
        maxY[at] = other.maxY[from];
      }
    }
    size += count;
  }

  /**
   * Reserves room for {@code count} points at the end of the list. The caller then writes the
   * points to the columns. These points are insertions with key 0.
   *
   * @return index of the first reserved point
   */
  public int addPoints(int count) {
    ensureRoom(count);
    if (keys != NONE) {
      Arrays.fill(keys, size, size + count, 0);
    }
    Arrays.fill(deletions, size, size + count, false);
    size += count;
    return size - count;
  }

  /**
   * Copies minX and minY to maxX and maxY for the points from index {@code from} on, if maxX and
   * maxY have arrays of their own. Called after points were written to the columns.
   */
  public void closePoints(int from) {
    if (!onlyPoints) {
      System.arraycopy(minX, from, maxX, from, size - from);
      System.arraycopy(minY, from, maxY, from, size - from);
    }
  }

  /**
   * Gives maxX and maxY arrays of their own. Until then, they share the arrays of minX and minY.
   */
  private void separateSides() {
    maxX = minX.clone();
    maxY = minY.clone();
    onlyPoints = false;
  }

  /** Returns the sort key of entry i. */
  public long key(int i) {
    return keys[i];
  }

  /** Returns the id of entry i. */
  public long id(int i) {
    return ids[i];
  }

  /** Returns the left side of entry i. */
  public double minX(int i) {
    return minX[i];
  }

  /** Returns the lower side of entry i. */
  public double minY(int i) {
    return minY[i];
  }

  /** Returns the right side of entry i. */
  public double maxX(int i) {
    return maxX[i];
  }

  /** Returns the upper side of entry i. */
  public double maxY(int i) {
    return maxY[i];
  }

  /** Returns whether entry i is a deletion. */
  public boolean isDeletion(int i) {
    return deletions[i];
  }

  /** Returns whether the rectangle of entry i is a point, bit for bit. */
  public boolean isPoint(int i) {
    return isRectangle(i, minX[i], minY[i], minX[i], minY[i]);
  }

  /** Sets the sort key of entry i. */
  public void setKey(int i, long key) {
    keys[i] = key;
  }

  /**
   * Returns whether entry i of this list and entry j of another one have the same id and rectangle.
   */
  public boolean matches(int i, EntryColumns other, int j) {
    return ids[i] == other.ids[j]
        && isRectangle(i, other.minX[j], other.minY[j], other.maxX[j], other.maxY[j]);
  }

  /** Returns whether the rectangle of entry i has exactly these coordinates, bit for bit. */
  public boolean isRectangle(
      int i, double otherMinX, double otherMinY, double otherMaxX, double otherMaxY) {
    return Double.doubleToRawLongBits(minX[i]) == Double.doubleToRawLongBits(otherMinX)
        && Double.doubleToRawLongBits(minY[i]) == Double.doubleToRawLongBits(otherMinY)
        && Double.doubleToRawLongBits(maxX[i]) == Double.doubleToRawLongBits(otherMaxX)
        && Double.doubleToRawLongBits(maxY[i]) == Double.doubleToRawLongBits(otherMaxY);
  }

  /** Copies entry {@code from} over entry {@code to}. */
  public void copy(int from, int to) {
    if (keys != NONE) {
      keys[to] = keys[from];
    }
    ids[to] = ids[from];
    minX[to] = minX[from];
    minY[to] = minY[from];
    maxX[to] = maxX[from];
    maxY[to] = maxY[from];
    deletions[to] = deletions[from];
  }

  /** Exchanges two entries. */
  public void swap(int i, int j) {
    if (keys != NONE) {
      swap(keys, i, j);
    }
    swap(ids, i, j);
    swap(minX, i, j);
    swap(minY, i, j);
    if (!onlyPoints) {
      swap(maxX, i, j);
      swap(maxY, i, j);
    }
    boolean kept = deletions[i];
    deletions[i] = deletions[j];
    deletions[j] = kept;
  }

  private static void swap(long[] column, int i, int j) {
    long kept = column[i];
    column[i] = column[j];
    column[j] = kept;
  }

  private static void swap(double[] column, int i, int j) {
    double kept = column[i];
    column[i] = column[j];
    column[j] = kept;
  }

  /**
   * Compares two entries in the order of {@link #sort}: by key, id, minX, minY, maxX, maxY;
   * insertions come before equal deletions.
   *
   * @return a negative number, 0 or a positive number
   */
  public int compare(int i, EntryColumns other, int j) {
    int order = Long.compare(keys[i], other.keys[j]);
    if (order == 0) {
      order = Long.compare(ids[i], other.ids[j]);
    }
    if (order == 0) {
      order = compareRectangles(i, other, j);
    }
    return order != 0 ? order : Boolean.compare(deletions[i], other.deletions[j]);
  }

  private int compareRectangles(int i, EntryColumns other, int j) {
    int order = Double.compare(minX[i], other.minX[j]);
    if (order == 0) {
      order = Double.compare(minY[i], other.minY[j]);
    }
    if (order == 0) {
      order = Double.compare(maxX[i], other.maxX[j]);
    }
    return order != 0 ? order : Double.compare(maxY[i], other.maxY[j]);
  }

  /** Brings entries {@code from} to {@code to - 1} into the order of {@link #compare}. */
  public void sort(int from, int to) {
    sorter.sort(from, to);
  }

  /**
   * Returns the key that would be at index {@code place} if the keys were sorted. Moves no entries.
   */
  public long keyInOrder(int place) {
    return sorter.keyInOrder(keys, size, ids.length, place);
  }

  /** Moves the entries with keys less than {@code key} to the front. Returns their number. */
  public int bringForward(long key) {
    int front = 0;
    for (int i = 0; i < size; i++) {
      if (keys[i] < key) {
        swap(i, front++);
      }
    }
    return front;
  }

  /**
   * Partitions entries {@code from} to {@code to - 1} by the x of their centres.
   *
   * @param from index of the first entry
   * @param to index after the last entry
   * @param middle index from {@code from} to {@code to}; afterwards, no centre before it is greater
   *     than a centre at or after it
   */
  public void selectByCentreX(int from, int to, int middle) {
    sorter.select(minX, maxX, from, to, middle);
  }

  /** Partitions entries like {@link #selectByCentreX}, but by the y of their centres. */
  public void selectByCentreY(int from, int to, int middle) {
    sorter.select(minY, maxY, from, to, middle);
  }

  /** Returns the column of ids. It is valid until the list grows. */
  public long[] ids() {
    return ids;
  }

  /** Returns the column of left sides. */
  public double[] minXs() {
    return minX;
  }

  /** Returns the column of lower sides. */
  public double[] minYs() {
    return minY;
  }

  /** Returns the column of right sides. */
  public double[] maxXs() {
    return maxX;
  }

  /** Returns the column of upper sides. */
  public double[] maxYs() {
    return maxY;
  }

  private void ensureRoom(int entries) {
    int needed = size + entries;
    if (needed > ids.length) {
      resize(Math.max(needed, ids.length + (ids.length >> 1) + 1));
    }
  }

  private void resize(int room) {
    keys = keys == NONE ? NONE : Arrays.copyOf(keys, room);
    ids = Arrays.copyOf(ids, room);
    minX = Arrays.copyOf(minX, room);
    minY = Arrays.copyOf(minY, room);
    maxX = onlyPoints ? minX : Arrays.copyOf(maxX, room);
    maxY = onlyPoints ? minY : Arrays.copyOf(maxY, room);
    sorter.dropRanks();
    deletions = Arrays.copyOf(deletions, room);
  }
}
