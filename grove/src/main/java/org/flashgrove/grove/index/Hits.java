package org.flashgrove.grove.index;

import java.util.Arrays;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;

/** Entries found and not yet reported, in flat arrays. Used again from query to query. */
public final class Hits {
  private static final int BOX = 4;

  /**
   * Room at first, enough for most answers: code that never sees it grow need not be compiled
   * again.
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

  /** Adds an entry. */
  public void add(long id, double minX, double minY, double maxX, double maxY) {
    int at = BOX * place(id);
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
  }

  /** Adds an entry whose rectangle nobody asks for. */
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
   * Adds entries whose ids, and whose {@link #boxes} if somebody asks for these, are set later.
   *
   * @return an array whose last elements up to {@link #size} are to be set to their ids
   */
  public long[] extend(int more) {
    makeRoom(more);
    size += more;
    return ids;
  }

  /**
   * Returns the rectangles of the entries: an array that {@link #extend} may have replaced, of
   * which those of the entries that it added are to be set if they are asked for.
   */
  public double[] boxes() {
    return boxes;
  }

  /** Removes those from a place on that are gone. */
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
   * Reports all entries, in turn, until the sink wants no more; then {@link #isRefused}.
   *
   * @param rectangles whether rectangles are known
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

  /** Returns whether the last visitor wanted no more. */
  public boolean isRefused() {
    return refused;
  }
}
