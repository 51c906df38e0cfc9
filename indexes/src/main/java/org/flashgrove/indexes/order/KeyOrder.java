package org.flashgrove.indexes.order;

/**
 * Stable merge sort of array indexes. The sort keys are in separate arrays. It allocates no
 * objects.
 */
public final class KeyOrder {
  private static final int RUN = 8;

  private int[] scratch = new int[0];

  /**
   * Fills {@code order} with 0 to {@code count - 1}, ascending by {@code keys}, then by {@code
   * ties}, then by position.
   */
  public void sort(int[] order, int count, double[] keys, double[] ties) {
    if (scratch.length < count) {
      scratch = new int[count];
    }
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    for (int from = 0; from < count; from += RUN) {
      insertionSort(order, from, Math.min(count, from + RUN), keys, ties);
    }
    int[] source = order;
    int[] target = scratch;
    for (int width = RUN; width < count; width *= 2) {
      for (int from = 0; from < count; from += 2 * width) {
        int middle = Math.min(count, from + width);
        merge(source, from, middle, Math.min(count, middle + width), target, keys, ties);
      }
      int[] swapped = source;
      source = target;
      target = swapped;
    }
    if (source != order) {
      System.arraycopy(source, 0, order, 0, count);
    }
  }

  private static void insertionSort(int[] order, int from, int to, double[] keys, double[] ties) {
    for (int i = from + 1; i < to; i++) {
      int moving = order[i];
      int at = i;
      while (at > from && precedes(moving, order[at - 1], keys, ties)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = moving;
    }
  }

  private static void merge(
      int[] source, int from, int middle, int to, int[] target, double[] keys, double[] ties) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takeRight =
          left == middle || right < to && precedes(source[right], source[left], keys, ties);
      target[at] = takeRight ? source[right++] : source[left++];
    }
  }

  /**
   * Returns whether index {@code a} sorts strictly before index {@code b} by keys, then by ties.
   */
  private static boolean precedes(int a, int b, double[] keys, double[] ties) {
    return keys[a] < keys[b] || keys[a] == keys[b] && ties[a] < ties[b];
  }
}
