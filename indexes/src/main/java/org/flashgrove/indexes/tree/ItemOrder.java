package org.flashgrove.indexes.tree;

/**
 * Stable merge sort of items, which sorts only their indexes. Batches in a new process use it
 * instead of {@link java.util.Arrays#sort(Object[], java.util.Comparator)}. The JIT compiler
 * compiles the long methods of that sort several times, because some of their branches run for the
 * first time late.
 */
public final class ItemOrder {
  private ItemOrder() {}

  /** Compares two items by their indexes. */
  @FunctionalInterface
  public interface Comparison {
    /** Returns a negative number, zero, or a positive number, like a comparator. */
    int compare(int one, int other);
  }

  /** Returns the indexes from 0 to {@code count - 1} in ascending order of their items. */
  public static int[] sorted(int count, Comparison comparison) {
    int[] order = new int[count];
    boolean isSorted = true;
    for (int i = 0; i < count; i++) {
      order[i] = i;
      isSorted = isSorted && (i == 0 || comparison.compare(i - 1, i) <= 0);
    }
    int[] merged = new int[count];
    for (int width = 1; width < count && !isSorted; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(start + width, count);
        merge(order, start, middle, Math.min(middle + width, count), merged, comparison);
      }
      int[] swapped = order;
      order = merged;
      merged = swapped;
    }
    return order;
  }

  private static void merge(
      int[] from, int start, int middle, int end, int[] into, Comparison comparison) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      boolean takesLeft =
          right == end || left < middle && comparison.compare(from[left], from[right]) <= 0;
      into[at] = from[takesLeft ? left++ : right++];
    }
  }
}
