package org.flashgrove.indexes.order;

/**
 * Stable merge sort of array indexes. The sort keys are in separate arrays. It allocates no
 * objects.
 */
public final class KeyOrder {
  private static final int RUN = 8;

  private int[] scratch = new int[0];
  private double[] keys; // of the running call, otherwise null
  private double[] ties;

  /**
   * Fills {@code order} with 0 to {@code count - 1}, ascending by {@code itsKeys}, then by {@code
   * itsTies}, then by position.
   */
  public void sort(int[] order, int count, double[] itsKeys, double[] itsTies) {
    keys = itsKeys;
    ties = itsTies;
    if (scratch.length < count) {
      scratch = new int[count];
    }
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    for (int from = 0; from < count; from += RUN) {
      insertionSort(order, from, Math.min(count, from + RUN));
    }
    int[] source = order;
    int[] target = scratch;
    for (int width = RUN; width < count; width *= 2) {
      for (int from = 0; from < count; from += 2 * width) {
        int middle = Math.min(count, from + width);
        merge(source, from, middle, Math.min(count, middle + width), target);
      }
      int[] swapped = source;
      source = target;
      target = swapped;
    }
    if (source != order) {
      System.arraycopy(source, 0, order, 0, count);
    }
    keys = null;
    ties = null;
  }

  private void insertionSort(int[] order, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      int moving = order[i];
      int at = i;
      while (at > from && precedes(moving, order[at - 1])) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = moving;
    }
  }

  private void merge(int[] source, int from, int middle, int to, int[] target) {
    int left = from;
    int right = middle;
    for (int at = from; at < to; at++) {
      boolean takeRight = left == middle || right < to && precedes(source[right], source[left]);
      target[at] = takeRight ? source[right++] : source[left++];
    }
  }

  /**
   * Returns whether index {@code a} sorts strictly before index {@code b} by keys, then by ties.
   */
  private boolean precedes(int a, int b) {
    return keys[a] < keys[b] || keys[a] == keys[b] && ties[a] < ties[b];
  }
}
