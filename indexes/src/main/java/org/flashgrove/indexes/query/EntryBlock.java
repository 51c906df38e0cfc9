package org.flashgrove.indexes.query;

import java.util.Arrays;
import java.util.function.Supplier;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.order.NumberOrder;

/** Some entries of one side of a join, stored in arrays. */
public final class EntryBlock {
  /** Maximum number of entries that are sorted together. */
  public static final int ORDERED = 1 << 18;

  private static final int CORNERS = 4;

  private long[] ids;
  private double[] corners;
  private int count;

  /** Creates an empty block. */
  public EntryBlock(int room) {
    ids = new long[room];
    corners = new double[CORNERS * room];
  }

  /** Returns all entries of a side that take part in the join. */
  public static EntryBlock all(JoinedEntries side) {
    EntryBlock all = new EntryBlock((int) Math.min(side.most() + 1, ORDERED));
    side.scan(all::add);
    return all;
  }

  /** Removes all entries. */
  public void clear() {
    count = 0;
  }

  /** Adds an entry of another block. */
  public void add(EntryBlock other, int i) {
    add(other.id(i), other.minX(i), other.minY(i), other.maxX(i), other.maxY(i));
  }

  /**
   * Returns the entries sorted along a Hilbert curve by their centres. The curve covers the extent
   * of these entries.
   */
  public EntryBlock alongCurve() {
    return inOrder(curveOrder());
  }

  /** Returns the indices of the entries in the order of {@link #alongCurve}. */
  public int[] curveOrder() {
    return HilbertCurve.order(corners, count);
  }

  /** Returns the entries in another order. */
  public EntryBlock inOrder(int[] order) {
    EntryBlock sorted = new EntryBlock(Math.max(1, count));
    for (int each : order) {
      sorted.add(this, each);
    }
    return sorted;
  }

  /** Returns the entries in ascending order of their minY. */
  public EntryBlock byMinY() {
    int[] order = new NumberOrder().of(corners, 1, CORNERS, count);
    EntryBlock sorted = new EntryBlock(count);
    for (int i = 0; i < count; i += NumberOrder.STEP) {
      copy(order, i, Math.min(i + NumberOrder.STEP, count), sorted);
    }
    sorted.count = count;
    return sorted;
  }

  /** Copies a range of the entries, which are in another order there. */
  private void copy(int[] order, int from, int to, EntryBlock sorted) {
    for (int i = from; i < to; i++) {
      sorted.ids[i] = ids[order[i]];
      System.arraycopy(corners, CORNERS * order[i], sorted.corners, CORNERS * i, CORNERS);
    }
  }

  /**
   * Divides the range of indices from 0 to {@code end} into parts.
   *
   * @param size number of indices in each part but the last
   * @return returns the next part, or null after the last one
   */
  public Supplier<Part> parts(int end, int size) {
    int[] next = {0};
    return () -> {
      int from = next[0];
      next[0] = Math.min(end, from + size);
      return from == end ? null : new Part(this, from, next[0]);
    };
  }

  /** Returns whether the rectangles of two entries satisfy a test. The first one is the query. */
  public boolean match(RectangleTest test, int one, int other) {
    return test.matches(
        minX(one),
        minY(one),
        maxX(one),
        maxY(one),
        minX(other),
        minY(other),
        maxX(other),
        maxY(other));
  }

  /**
   * Returns whether the rectangles of an entry and of an entry of a tree satisfy a test. The first
   * one is the query.
   */
  public boolean match(RectangleTest test, int one, NearTree tree, int other) {
    return test.matches(
        minX(one),
        minY(one),
        maxX(one),
        maxY(one),
        tree.minX(other),
        tree.minY(other),
        tree.maxX(other),
        tree.maxY(other));
  }

  /** Returns a tree of the entries, which must be in the order of a curve. */
  public NearTree tree() {
    return NearTree.of(Arrays.copyOf(ids, count), corners);
  }

  /**
   * Returns a sweep over the entries, which must be in ascending order of their minY.
   *
   * @param size number of entries in each strip but the last
   * @param reach maximum distance of a pair along each axis
   * @param most maximum number of entries in all strips, with those that reach into each from below
   * @return null if the strips have more entries
   */
  public StripSweep sweep(int size, double reach, long most) {
    return StripSweep.of(corners, count, size, reach, most);
  }

  /** Adds an entry. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      corners = Arrays.copyOf(corners, 2 * CORNERS * count);
    }
    ids[count] = id;
    int corner = CORNERS * count++;
    corners[corner] = minX;
    corners[corner + 1] = minY;
    corners[corner + 2] = maxX;
    corners[corner + 3] = maxY;
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Returns the id of an entry. */
  public long id(int index) {
    return ids[index];
  }

  /** Returns the least x of an entry. */
  public double minX(int index) {
    return corners[CORNERS * index];
  }

  /** Returns the least y of an entry. */
  public double minY(int index) {
    return corners[CORNERS * index + 1];
  }

  /** Returns the greatest x of an entry. */
  public double maxX(int index) {
    return corners[CORNERS * index + 2];
  }

  /** Returns the greatest y of an entry. */
  public double maxY(int index) {
    return corners[CORNERS * index + 3];
  }

  /** Returns whether the rectangle of an entry is a point. */
  public boolean isPoint(int index) {
    return minX(index) == maxX(index) && minY(index) == maxY(index);
  }

  /**
   * Consecutive entries of a block: a unit of work of a join.
   *
   * @param from index of the first entry
   * @param to index after the last entry
   */
  public record Part(EntryBlock block, int from, int to) {
    /** Returns all entries of a block. */
    public static Part of(EntryBlock block) {
      return new Part(block, 0, block.count());
    }

    /** Returns the number of entries. */
    public int count() {
      return to - from;
    }

    /** Returns the first half, which has at least one entry. */
    public Part half() {
      return new Part(block, from, from + Math.max(1, count() / 2));
    }

    /**
     * Returns the entries of this part that come after another part of the same block. Returns null
     * if there are none.
     */
    public Part behind(Part other) {
      return other.to == to ? null : new Part(block, other.to, to);
    }
  }
}
