package org.flashgrove.grove.query;

import java.util.Arrays;
import org.flashgrove.indexes.query.DistanceQueue;

/**
 * Collects the nearest of all entries that a search has met, at most as many as requested. The heap
 * of {@link LeastBounds} orders the entries. An entry that leaves the heap is dropped, unless it is
 * as near as the farthest collected entry. Ids and rectangles then decide which of them is a
 * result, so this entry is queued. Not safe for use by several threads.
 */
final class CollectedEntries {
  private static final int BOX = 4;

  /** Number of entries in a ring from which on an insertion sort would take too many steps. */
  private static final int MOST_IN_RING = 24;

  /** Bits of a position in the heap, which replace the lowest bits of a distance in the order. */
  private static final long POSITION = LeastBounds.MOST - 1;

  private final LeastBounds bounds;
  private final DistanceQueue queue;
  private long[] ids = new long[16];
  private double[] boxes = new double[BOX * 16];
  private long[] order = new long[16]; // positions in the heap, by distance
  private int[] starts = new int[17]; // of rings in the order
  private boolean active;
  private int next; // index in the order
  private int end; // length of the order

  /**
   * Creates an empty collection.
   *
   * @param queue receives entries at the distance of the farthest collected entry, and finally all
   *     collected entries
   */
  CollectedEntries(LeastBounds bounds, DistanceQueue queue) {
    this.bounds = bounds;
    this.queue = queue;
  }

  /**
   * Starts a search.
   *
   * @param collects whether to collect entries until {@link #finish}
   */
  void start(boolean collects) {
    active = collects;
    next = 0;
    end = 0;
  }

  /** Returns whether the search collects entries instead of queueing them. */
  boolean isActive() {
    return active;
  }

  /** Adds an entry whose distance is at most {@link LeastBounds#most}. */
  void add(double distance, long id, double minX, double minY, double maxX, double maxY) {
    if (!bounds.isFull()) {
      int place = bounds.size();
      if (place == ids.length) {
        ids = Arrays.copyOf(ids, 2 * place);
        boxes = Arrays.copyOf(boxes, BOX * 2 * place);
      }
      put(place, id, minX, minY, maxX, maxY);
      bounds.add(distance, place);
      return;
    }
    double farthest = bounds.bound(0);
    if (distance >= farthest) {
      queue.addEntry(distance, DistanceQueue.ENTRY, id, minX, minY, maxX, maxY);
      return;
    }
    int place = bounds.place(0);
    bounds.replace(distance, place);
    if (bounds.bound(0) == farthest) {
      queue(farthest, place);
    }
    put(place, id, minX, minY, maxX, maxY);
  }

  private void put(int place, long id, double minX, double minY, double maxX, double maxY) {
    int at = BOX * place;
    ids[place] = id;
    boxes[at] = minX;
    boxes[at + 1] = minY;
    boxes[at + 2] = maxX;
    boxes[at + 3] = maxY;
  }

  private void queue(double distance, int place) {
    int at = BOX * place;
    queue.addEntry(
        distance,
        DistanceQueue.ENTRY,
        ids[place],
        boxes[at],
        boxes[at + 1],
        boxes[at + 2],
        boxes[at + 3]);
  }

  /** Moves the collected entries to the queue, and collects no more entries. */
  void finish() {
    active = false;
    for (int at = bounds.size() - 1; at >= 0; at--) { // the nearest ones are near the end
      queue(bounds.bound(at), bounds.place(at));
    }
  }

  /** Sorts the collected entries for {@link #next}, and collects no more entries. */
  void sort() {
    active = false;
    end = bounds.size();
    if (order.length < end) {
      order = new long[2 * end];
      starts = new int[2 * end + 1];
    }
    if (scatter() > MOST_IN_RING) {
      Arrays.sort(order, 0, end);
      return;
    }
    for (int i = 1; i < end; i++) { // the entries of each ring are neighbours
      long key = order[i];
      int at = i;
      for (; at > 0 && order[at - 1] > key; at--) {
        order[at] = order[at - 1];
      }
      order[at] = key;
    }
  }

  /**
   * Fills the order, nearly sorted. Divides the circle around the query into as many rings of equal
   * area as there are entries, and puts the entries of each ring behind those of the ring before.
   * Returns the greatest number of entries in a ring.
   */
  private int scatter() {
    double farthest = 0;
    for (int at = 0; at < end; at++) {
      farthest = Math.max(farthest, bounds.bound(at));
    }
    double scale = (end - 1) / (farthest * farthest);
    scale = scale < Double.POSITIVE_INFINITY ? scale : 0;
    Arrays.fill(starts, 0, end + 1, 0);
    for (int at = 0; at < end; at++) {
      starts[ring(at, scale) + 1]++;
    }
    int most = 0;
    for (int ring = 1; ring <= end; ring++) {
      most = Math.max(most, starts[ring]);
      starts[ring] += starts[ring - 1];
    }
    for (int at = 0; at < end; at++) {
      long key = Double.doubleToRawLongBits(bounds.bound(at)) & ~POSITION | at;
      order[starts[ring(at, scale)]++] = key;
    }
    return most;
  }

  private int ring(int at, double scale) {
    double distance = bounds.bound(at);
    return Math.min(end - 1, (int) (distance * distance * scale));
  }

  /**
   * Takes the next of the sorted entries, if it is nearer than all other entries. If another entry
   * is as near, or nearly so, moves the next entries to the queue, which orders them.
   *
   * @param box receives the rectangle of the entry
   * @return position of the entry in the heap, or -1 if the queue has the next entry
   */
  int next(double[] box) {
    if (next == end) {
      return -1;
    }
    int at = (int) (order[next] & POSITION);
    double distance = bounds.bound(at);
    boolean isAlone = next + 1 == end || (order[next] ^ order[next + 1]) > POSITION;
    if (isAlone && (queue.isEmpty() || distance < queue.key())) {
      next++;
      System.arraycopy(boxes, BOX * bounds.place(at), box, 0, BOX);
      return at;
    }
    long like = order[next];
    while (next < end && (like ^ order[next]) <= POSITION) {
      at = (int) (order[next++] & POSITION);
      queue(bounds.bound(at), bounds.place(at));
    }
    return -1;
  }

  /** Returns the id of an entry. */
  long id(int position) {
    return ids[bounds.place(position)];
  }
}
