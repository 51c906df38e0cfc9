package org.flashgrove.efind.fast;

import java.util.Arrays;
import org.flashgrove.core.replacement.LongIntMap;

/**
 * Heap of the flushing units that have updates, ordered by the policy's score; ties go to the
 * smaller unit number. Uses parallel arrays without an object per unit.
 *
 * <p>The units never change: node ids are assigned in order of creation, and each unit consists of
 * {@code s} consecutive ids. Unit {@code u} has the ids {@code u s} to {@code u s + s - 1}.
 * Therefore units without updates need no memory, and a restart finds the same units. The C
 * implementation FESTIval instead numbers nodes by their first modification, which is their
 * creation.
 */
final class FlushingUnits {
  private final int unitNodes;
  private final FastPolicy policy;
  private final LongIntMap places = new LongIntMap(64);
  private long[] units = new long[64];
  private long[] updates = new long[64];
  private long[] lastUpdates = new long[64];
  private long[] scores = new long[64];
  private int size;
  private long clock;

  FlushingUnits(int unitNodes, FastPolicy policy) {
    this.unitNodes = unitNodes;
    this.policy = policy;
  }

  FastPolicy policy() {
    return policy;
  }

  /** Returns the unit of a node. */
  long unitOf(long nodeId) {
    return nodeId / unitNodes;
  }

  /** Returns the id of the first node of a unit. */
  long firstNode(long unit) {
    return unit * unitNodes;
  }

  /** Returns the number of units with updates. */
  int size() {
    return size;
  }

  /** Returns the unit at an index of the heap. Indices run from 0 to {@link #size} - 1. */
  long unit(int index) {
    return units[index];
  }

  /** Returns the number of updates, at least 1, of the unit at an index of the heap. */
  long updates(int index) {
    return updates[index];
  }

  /**
   * Returns the age of the unit at an index of the heap. The age is the number of updates of any
   * unit since the last update of this unit.
   */
  long age(int index) {
    return clock - lastUpdates[index];
  }

  /**
   * Returns the unit with the greatest score. Must be called only if at least one unit has updates.
   */
  long first() {
    return units[0];
  }

  /** Returns the number of updates of a unit; 0 if it is not in the heap. */
  long updatesOf(long unit) {
    int place = places.get(unit);
    return place == LongIntMap.ABSENT ? 0 : updates[place];
  }

  /**
   * Returns the sequence number of the newest update. The updates of all units share one sequence.
   */
  long clock() {
    return clock;
  }

  /**
   * Counts {@code count} updates of a node. Returns the sequence number of the last of these
   * updates. Updates of all units share one sequence.
   */
  long update(long nodeId, int count) {
    clock += count;
    long unit = unitOf(nodeId);
    set(unit, updatesOf(unit) + count, clock);
    return clock;
  }

  /**
   * Sets the number of updates of a unit, and the sequence number of the last of these updates.
   * Adds the unit to the heap if necessary.
   */
  void set(long unit, long newUpdates, long lastUpdate) {
    clock = Math.max(clock, lastUpdate);
    int place = places.get(unit);
    if (place == LongIntMap.ABSENT) {
      place = size++;
      if (size > units.length) {
        grow();
      }
    }
    long score = policy.score(newUpdates, lastUpdate);
    put(place, unit, newUpdates, lastUpdate, score);
    siftDown(siftUp(place));
  }

  /** Removes a unit after its updates were written to the device or discarded. */
  void remove(long unit) {
    int place = places.remove(unit);
    if (place == LongIntMap.ABSENT) {
      return;
    }
    size--;
    if (place < size) {
      move(size, place);
      siftDown(siftUp(place));
    }
  }

  /** Returns the numbers of all units in the heap, in the order of the heap. */
  long[] toArray() {
    return Arrays.copyOf(units, size);
  }

  private void grow() {
    int length = 2 * units.length;
    units = Arrays.copyOf(units, length);
    updates = Arrays.copyOf(updates, length);
    lastUpdates = Arrays.copyOf(lastUpdates, length);
    scores = Arrays.copyOf(scores, length);
  }

  private boolean leads(int place, int other) {
    return scores[place] > scores[other]
        || scores[place] == scores[other] && units[place] < units[other];
  }

  private int siftUp(int from) {
    int place = from;
    while (place > 0 && leads(place, (place - 1) / 2)) {
      swap(place, (place - 1) / 2);
      place = (place - 1) / 2;
    }
    return place;
  }

  private void siftDown(int from) {
    int place = from;
    while (true) {
      int child = 2 * place + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && leads(child + 1, child)) {
        child++;
      }
      if (!leads(child, place)) {
        return;
      }
      swap(place, child);
      place = child;
    }
  }

  private void swap(int a, int b) {
    long unit = units[a];
    long count = updates[a];
    long last = lastUpdates[a];
    long score = scores[a];
    move(b, a);
    put(b, unit, count, last, score);
  }

  private void move(int from, int to) {
    put(to, units[from], updates[from], lastUpdates[from], scores[from]);
  }

  private void put(int place, long unit, long count, long last, long score) {
    units[place] = unit;
    updates[place] = count;
    lastUpdates[place] = last;
    scores[place] = score;
    places.put(unit, place);
  }
}
