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

  private final LeastBounds bounds;
  private final DistanceQueue queue;
  private long[] ids = new long[16];
  private double[] boxes = new double[BOX * 16];
  private boolean active;

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
}
