package org.flashgrove.lsm;

import org.flashgrove.grove.columns.EntryColumns;

/**
 * Newest changes in order of arrival. One thread appends changes. A concurrent reader uses only the
 * first changes; their number is in the reader's {@link LsmView}.
 */
final class UnsortedChanges {
  private static final int BOX = 4;
  private static final int OBJECT_BYTES = 72;

  private final long[] ids;
  private final double[] boxes;
  private final boolean[] deletions;
  private int size;

  UnsortedChanges(int capacity) {
    ids = new long[capacity];
    boxes = new double[BOX * capacity];
    deletions = new boolean[capacity];
  }

  static long bytes(int capacity) {
    return OBJECT_BYTES + (long) capacity * (Long.BYTES + BOX * Double.BYTES + 1);
  }

  int size() {
    return size;
  }

  boolean isFull() {
    return size == ids.length;
  }

  void add(boolean deletion, long id, double minX, double minY, double maxX, double maxY) {
    ids[size] = id;
    boxes[BOX * size] = minX;
    boxes[BOX * size + 1] = minY;
    boxes[BOX * size + 2] = maxX;
    boxes[BOX * size + 3] = maxY;
    deletions[size++] = deletion;
  }

  long id(int i) {
    return ids[i];
  }

  boolean isDeletion(int i) {
    return deletions[i];
  }

  /** Returns a coordinate of a change: 0 to 3 for minX, minY, maxX, maxY. */
  double at(int i, int coordinate) {
    return boxes[BOX * i + coordinate];
  }

  /** Returns the first {@code count} changes as a list. */
  EntryColumns columns(int count) {
    EntryColumns all = new EntryColumns(count, true);
    for (int i = 0; i < count; i++) {
      all.setDeletion(all.add(0, ids[i], at(i, 0), at(i, 1), at(i, 2), at(i, 3)), deletions[i]);
    }
    return all;
  }
}
