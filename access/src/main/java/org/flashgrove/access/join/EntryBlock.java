package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.core.order.NumberOrder;
import org.flashgrove.indexes.query.NearTree;
import org.flashgrove.indexes.query.StripSweep;
import org.jspecify.annotations.Nullable;

/** Some entries of an index that lie near each other, stored in arrays. */
final class EntryBlock {
  /** Maximum number of entries that are sorted together. */
  static final int ORDERED = 1 << 18;

  private static final int CORNERS = 4;

  private long[] ids;
  private double[] corners;
  private int count;

  EntryBlock(int room) {
    ids = new long[room];
    corners = new double[CORNERS * room];
  }

  /**
   * Splits the entries of one side of a join into blocks of entries that lie near each other. It
   * takes a quarter of a million entries at a time, sorts them along a Hilbert curve, and cuts the
   * sequence into blocks.
   */
  static final class Source implements ParallelParts.Source<Part> {
    private final JoinSide side;
    private final JoinMeter meter;
    private final int room;
    private @Nullable EntryCursor cursor;
    private EntryBlock ordered = new EntryBlock(1);
    private int next;
    private boolean ended;

    /**
     * Creates a source that begins with the first entries of the index.
     *
     * @param room number of entries in a block
     */
    Source(JoinSide side, JoinMeter meter, int room) {
      this.side = side;
      this.meter = meter;
      this.room = room;
    }

    @Override
    public @Nullable Part next() {
      if (next == ordered.count && !ended) {
        fill();
      }
      if (next == ordered.count) {
        return null;
      }
      EntryBlock block = new EntryBlock(room);
      for (int i = 0; i < room && next < ordered.count; i++) {
        block.add(ordered, next++);
      }
      return Part.of(block);
    }

    private void fill() {
      EntryBlock some;
      if (side.entries().size() < ORDERED) {
        some = all(side, meter);
      } else {
        some = new EntryBlock((int) Math.min(side.size() + 1, ORDERED));
        EntryCursor from =
            cursor == null
                ? side.entries().cursor(EntryQuery.all().cancelWhen(meter.ends()))
                : cursor;
        cursor = from;
        while (some.count < ORDERED && from.next()) {
          some.add(side, from.id(), from.minX(), from.minY(), from.maxX(), from.maxY());
        }
      }
      ended = some.count < ORDERED;
      ordered = some.alongCurve();
      next = 0;
    }

    /** Closes the cursor over the entries. Call this before the snapshot is closed. */
    void close() {
      ended = true;
      if (cursor != null) {
        cursor.close();
      }
    }
  }

  /** Returns all entries of a side that take part in the join. */
  static EntryBlock all(JoinSide side, JoinMeter meter) {
    EntryBlock all = new EntryBlock((int) Math.min(side.size() + 1, ORDERED));
    side.entries()
        .scan(
            EntryQuery.all().cancelWhen(meter.ends()),
            (id, minX, minY, maxX, maxY, none) -> {
              all.add(side, id, minX, minY, maxX, maxY);
              return VisitResult.CONTINUE;
            });
    return all;
  }

  private void add(JoinSide side, long id, double minX, double minY, double maxX, double maxY) {
    if (side.admits(id)) {
      add(id, minX, minY, maxX, maxY);
    }
  }

  private void add(EntryBlock other, int i) {
    add(other.id(i), other.minX(i), other.minY(i), other.maxX(i), other.maxY(i));
  }

  /**
   * Returns the entries sorted along a Hilbert curve by their centres. The curve covers the extent
   * of these entries.
   */
  EntryBlock alongCurve() {
    EntryBlock sorted = new EntryBlock(Math.max(1, count));
    for (int each : HilbertCurve.order(corners, count)) {
      sorted.add(this, each);
    }
    return sorted;
  }

  /** Returns the entries in ascending order of their minY. */
  EntryBlock byMinY() {
    int[] order = new NumberOrder().of(corners, 1, CORNERS, count);
    EntryBlock sorted = new EntryBlock(0);
    sorted.corners = NumberOrder.rows(corners, CORNERS, order, count);
    sorted.ids = new long[count];
    for (int i = 0; i < count; i++) {
      sorted.ids[i] = ids[order[i]];
    }
    sorted.count = count;
    return sorted;
  }

  /**
   * Divides the range of indices from 0 to {@code end} into parts.
   *
   * @param size number of indices in each part but the last
   */
  ParallelParts.Source<Part> parts(int end, int size) {
    int[] next = {0};
    return () -> {
      int from = next[0];
      next[0] = Math.min(end, from + size);
      return from == end ? null : new Part(this, from, next[0]);
    };
  }

  /** Returns whether the rectangles of two entries satisfy a test. The first one is the query. */
  boolean match(RectangleTest test, int one, int other) {
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

  /** Returns a tree of the entries, which must be in the order of a curve. */
  NearTree tree() {
    return NearTree.of(Arrays.copyOf(ids, count), corners);
  }

  /** Returns a sweep over the entries, which must be in ascending order of their minY. */
  StripSweep sweep(double reach) {
    return StripSweep.of(corners, count, reach);
  }

  void add(long id, double minX, double minY, double maxX, double maxY) {
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

  int count() {
    return count;
  }

  long id(int index) {
    return ids[index];
  }

  double minX(int index) {
    return corners[CORNERS * index];
  }

  double minY(int index) {
    return corners[CORNERS * index + 1];
  }

  double maxX(int index) {
    return corners[CORNERS * index + 2];
  }

  double maxY(int index) {
    return corners[CORNERS * index + 3];
  }

  boolean isPoint(int index) {
    return Operand.isPoint(minX(index), minY(index), maxX(index), maxY(index));
  }

  /**
   * Consecutive entries of a block: a unit of work of a join.
   *
   * @param from index of the first entry
   * @param to index after the last entry
   */
  record Part(EntryBlock block, int from, int to) {
    static Part of(EntryBlock block) {
      return new Part(block, 0, block.count());
    }

    int count() {
      return to - from;
    }

    /** Returns the first half, which has at least one entry. */
    Part half() {
      return new Part(block, from, from + Math.max(1, count() / 2));
    }

    /**
     * Returns the entries of this part that come after another part of the same block. Returns null
     * if there are none.
     */
    @Nullable Part behind(Part other) {
      return other.to == to ? null : new Part(block, other.to, to);
    }
  }
}
