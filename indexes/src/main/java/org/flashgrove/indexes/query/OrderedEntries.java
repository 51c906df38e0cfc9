package org.flashgrove.indexes.query;

import java.util.Arrays;

/**
 * All entries of a side that take part in the join, in the order of their ids. Memory is bounded:
 * each scan of the index collects the entries with the smallest ids that were not returned yet.
 */
public final class OrderedEntries {
  /** Maximum number of entries in memory. */
  private static final int MOST = 1 << 18;

  private static final int CORNERS = 4;

  private final JoinedEntries side;
  private final int room;
  private long[] ids = new long[1024];
  private long[] numbers = new long[1024];
  private double[] corners = new double[CORNERS * 1024];
  private int count;
  private int next;
  private long lastId;
  private long lastNumber = -1;
  private boolean started;
  private boolean isLastPass;

  /**
   * Creates a source that begins with the smallest id.
   *
   * @param room number of entries in a block
   */
  public OrderedEntries(JoinedEntries side, int room) {
    this.side = side;
    this.room = room;
  }

  /** Returns the next block, or null after the last one. */
  public EntryBlock.Part next() {
    if (next == count && !isLastPass) {
      pass();
    }
    if (next == count) {
      return null;
    }
    EntryBlock block = new EntryBlock(room);
    while (next < count && block.count() < room) {
      int at = CORNERS * next;
      block.add(ids[next++], corners[at], corners[at + 1], corners[at + 2], corners[at + 3]);
    }
    return EntryBlock.Part.of(block);
  }

  /** Scans the index for the entries whose ids follow the last returned id. */
  private void pass() {
    count = 0;
    next = 0;
    long[] number = {0};
    boolean[] dropped = {false};
    side.scan(
        (id, minX, minY, maxX, maxY) -> {
          long at = number[0]++;
          if (isBehindLast(id, at)) {
            if (count == 2 * MOST) {
              keepLeast();
              dropped[0] = true;
            }
            add(id, at, minX, minY, maxX, maxY);
          }
        });
    if (count > MOST) {
      keepLeast();
      dropped[0] = true;
    } else {
      sort();
    }
    started = true;
    isLastPass = !dropped[0];
    if (count > 0) {
      lastId = ids[count - 1];
      lastNumber = numbers[count - 1];
    }
  }

  private boolean isBehindLast(long id, long number) {
    return !started || id > lastId || id == lastId && number > lastNumber;
  }

  private void add(long id, long number, double minX, double minY, double maxX, double maxY) {
    if (count == ids.length) {
      ids = Arrays.copyOf(ids, 2 * count);
      numbers = Arrays.copyOf(numbers, 2 * count);
      corners = Arrays.copyOf(corners, 2 * CORNERS * count);
    }
    ids[count] = id;
    numbers[count] = number;
    int at = CORNERS * count++;
    corners[at] = minX;
    corners[at + 1] = minY;
    corners[at + 2] = maxX;
    corners[at + 3] = maxY;
  }

  private void keepLeast() {
    sort();
    count = MOST;
  }

  /** Sorts the entries by id. Entries with the same id stay in the order of the index. */
  private void sort() {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            ids[a] != ids[b] ? Long.compare(ids[a], ids[b]) : Long.compare(numbers[a], numbers[b]));
    long[] newIds = new long[ids.length];
    long[] newNumbers = new long[ids.length];
    double[] newCorners = new double[corners.length];
    for (int i = 0; i < count; i++) {
      newIds[i] = ids[order[i]];
      newNumbers[i] = numbers[order[i]];
      System.arraycopy(corners, CORNERS * order[i], newCorners, CORNERS * i, CORNERS);
    }
    ids = newIds;
    numbers = newNumbers;
    corners = newCorners;
  }
}
