package org.flashgrove.literature.replacement;

import java.util.Arrays;

/**
 * Binary min-heap of cached pages for a replacement policy. A page is identified by its position in
 * the policy. Pages are ordered by weight and, among equal weights, by time. The weight of a page
 * in the heap can be changed.
 */
final class WeightHeap {
  private static final int ABSENT = -1;

  private int[] heap = new int[16];
  private int size;
  private int[] indexOf = new int[0];
  private double[] weights = new double[0];
  private long[] times = new long[0];

  int size() {
    return size;
  }

  /** Returns the position of the page with the lowest weight. The heap must not be empty. */
  int first() {
    return heap[0];
  }

  /**
   * Adds the page at a position. If the page is already in the heap, changes its weight and time.
   *
   * @param time last access; breaks ties between equal weights
   */
  void put(int position, double weight, long time) {
    if (position >= indexOf.length) {
      int old = indexOf.length;
      int room = Math.max(16, Math.max(position + 1, old * 2));
      indexOf = Arrays.copyOf(indexOf, room);
      Arrays.fill(indexOf, old, room, ABSENT);
      weights = Arrays.copyOf(weights, room);
      times = Arrays.copyOf(times, room);
    }
    weights[position] = weight;
    times[position] = time;
    if (indexOf[position] == ABSENT) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, size * 2);
      }
      place(position, size++);
    }
    settle(position);
  }

  /** Returns the time that was last passed to {@link #put} for a position. */
  long time(int position) {
    return times[position];
  }

  /** Removes the page at a position, if the heap contains it. */
  void remove(int position) {
    if (position >= indexOf.length || indexOf[position] == ABSENT) {
      return;
    }
    int index = indexOf[position];
    indexOf[position] = ABSENT;
    int moved = heap[--size];
    if (moved != position) {
      place(moved, index);
      settle(moved);
    }
  }

  private void place(int position, int index) {
    heap[index] = position;
    indexOf[position] = index;
  }

  private boolean goesBefore(int position, int other) {
    return weights[position] < weights[other]
        || weights[position] == weights[other] && times[position] < times[other];
  }

  private void settle(int position) {
    int index = indexOf[position];
    while (index > 0 && goesBefore(position, heap[(index - 1) / 2])) {
      place(heap[(index - 1) / 2], index);
      index = (index - 1) / 2;
    }
    int child = lesserChild(index);
    while (child < size && goesBefore(heap[child], position)) {
      place(heap[child], index);
      index = child;
      child = lesserChild(index);
    }
    place(position, index);
  }

  private int lesserChild(int index) {
    int left = 2 * index + 1;
    boolean right = left + 1 < size && goesBefore(heap[left + 1], heap[left]);
    return right ? left + 1 : left;
  }
}
