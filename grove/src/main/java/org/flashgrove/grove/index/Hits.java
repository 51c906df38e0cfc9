package org.flashgrove.grove.index;

import java.util.Arrays;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/** Reusable buffer of entries that a search found and has not reported yet. */
public final class Hits {
  private static final int BOX = 4;

  /**
   * Initial capacity, which is enough for most results. Since the arrays rarely grow, the JIT
   * compiler need not discard compiled code that assumes that they do not grow.
   */
  private static final int FIRST_ROOM = 512;

  private long[] ids = new long[FIRST_ROOM];
  private double[] boxes = new double[BOX * FIRST_ROOM];
  private int size;
  private boolean refused;

  /** Returns the number of entries. */
  public int size() {
    return size;
  }

  /** Removes all entries. */
  public void clear() {
    size = 0;
  }

  /** Adds an entry with its rectangle. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    int at = BOX * place(id);
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
  }

  /** Adds an entry without a rectangle, for a caller that needs only ids. */
  public void add(long id) {
    place(id);
  }

  private int place(long id) {
    makeRoom(1);
    ids[size] = id;
    return size++;
  }

  private void makeRoom(int more) {
    if (size + more > ids.length) {
      int room = Math.max(2 * ids.length, size + more);
      ids = Arrays.copyOf(ids, room);
      boxes = Arrays.copyOf(boxes, BOX * room);
    }
  }

  /**
   * Makes room for {@code more} entries at the end. The caller then writes the ids of these entries
   * to the returned array. If rectangles are needed, the caller also writes the rectangles to
   * {@link #boxes}.
   *
   * @return array of ids; the last {@code more} elements before {@link #size} must be set
   */
  public long[] extend(int more) {
    makeRoom(more);
    size += more;
    return ids;
  }

  /**
   * Returns the array of the entries' rectangles, with four elements for each entry: minX, minY,
   * maxX, maxY. {@link #extend} may replace this array. If rectangles are needed, the caller sets
   * the rectangles of the added entries.
   */
  public double[] boxes() {
    return boxes;
  }

  /** Removes the entries, from index {@code from} on, that match a deletion in {@code gone}. */
  public void remove(Tombstones gone, int from) {
    int kept = from;
    for (int i = from; i < size; i++) {
      int at = BOX * i;
      if (!gone.takes(ids[i], boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3])) {
        ids[kept] = ids[i];
        System.arraycopy(boxes, at, boxes, BOX * kept, BOX);
        kept++;
      }
    }
    size = kept;
  }

  /**
   * Reports the entries in order. If the sink stops the report, {@link #isRefused} returns true
   * afterwards.
   *
   * @param rectangles whether the entries were added with their rectangles
   * @return number of entries reported
   */
  public int report(EntrySink sink, boolean rectangles) {
    refused = false;
    double none = Double.NaN;
    int reported = 0;
    while (reported < size && !refused) {
      long id = ids[reported];
      int at = BOX * reported++;
      VisitResult answer =
          rectangles
              ? sink.found(id, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3], none)
              : sink.found(id, none, none, none, none, none);
      refused = answer == VisitResult.STOP;
    }
    return reported;
  }

  /** Returns whether the sink stopped the last report. */
  public boolean isRefused() {
    return refused;
  }
}
