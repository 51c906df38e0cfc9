package org.flashgrove.literature.tree.fortree;

import java.util.Arrays;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;
import org.flashgrove.indexes.split.SplitAlgorithm;
import org.flashgrove.indexes.split.SplitAlgorithms;
import org.flashgrove.indexes.tree.Bounds;
import org.flashgrove.indexes.tree.NodeFill;

/**
 * Divides the entries of a node and its overflow nodes into shares. Each share becomes a node of
 * its own in a merge-back, which replaces overflow nodes by ordinary nodes. Depending on the {@link
 * MergeBackOrder}, the entries are sorted first.
 */
final class EntryShares {
  private final MergeBackOrder kind;
  private final NodeFill fill;
  private final SplitAlgorithm quadratic = SplitAlgorithms.named("quadratic");
  private final KeyOrder sorting = new KeyOrder();
  private final EntryList copy;
  private final long[] bound = new long[4];
  private int[] order = new int[0];
  private double[] keys = new double[0];
  private int[] ends = new int[8];
  private int count;

  EntryShares(MergeBackOrder kind, NodeFill fill) {
    this.kind = kind;
    this.fill = fill;
    copy = new EntryList(ForTree.WORDS, 2 * fill.leafCapacity());
  }

  /** Returns whether {@link #arrange} leaves the entries in their order. */
  boolean keepsOrder() {
    return kind == MergeBackOrder.ARRIVAL;
  }

  /** Returns the number of shares. */
  int count() {
    return count;
  }

  /** Returns the index after the last entry of a share. */
  int end(int share) {
    return ends[share];
  }

  /**
   * Orders entries and divides them into shares. There must be more entries than fit into a node of
   * the level.
   */
  void arrange(EntryList entries, int level) {
    count = 0;
    int capacity = fill.capacity(level);
    int total = entries.count();
    switch (kind) {
      case ARRIVAL -> {
        for (int end = capacity; end < total; end += capacity) {
          add(end);
        }
        add(total);
      }
      case QUADRATIC -> split(entries, 0, total, level);
      default -> {
        sort(entries);
        int nodes = (total + capacity - 1) / capacity;
        for (int i = 1; i <= nodes; i++) {
          add((int) ((long) total * i / nodes));
        }
      }
    }
  }

  private void add(int end) {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = end;
  }

  /** Splits a range of entries recursively until each part fits into a node. */
  private void split(EntryList entries, int from, int to, int level) {
    if (to - from <= fill.capacity(level)) {
      add(to);
      return;
    }
    copy.clear();
    for (int i = from; i < to; i++) {
      copy.add(entries.words(), i * ForTree.WORDS);
    }
    int first = quadratic.partition(copy, fill.minimum(level));
    System.arraycopy(
        copy.words(), 0, entries.words(), from * ForTree.WORDS, (to - from) * ForTree.WORDS);
    split(entries, from, from + first, level);
    split(entries, from + first, to, level);
  }

  private void sort(EntryList entries) {
    int total = entries.count();
    if (keys.length < total) {
      keys = new double[total];
      order = new int[total];
    }
    Bounds.of(entries, 0, total, 3, bound, 0);
    double minX = Double.longBitsToDouble(bound[0]);
    double minY = Double.longBitsToDouble(bound[1]);
    double maxX = Double.longBitsToDouble(bound[2]);
    double maxY = Double.longBitsToDouble(bound[3]);
    boolean finite = !Double.isInfinite(maxX - minX) && !Double.isInfinite(maxY - minY);
    if (kind == MergeBackOrder.HILBERT && finite) {
      HilbertCurve curve = new HilbertCurve(minX, minY, maxX, maxY);
      for (int i = 0; i < total; i++) {
        // The doubles approximate values of 62 bits. Only neighbours closer than 2^-26 of the
        // bound become equal.
        keys[i] =
            curve.valueOfCentre(
                entries.real(i, 1), entries.real(i, 2), entries.real(i, 3), entries.real(i, 4));
      }
    } else {
      int low = maxX - minX >= maxY - minY ? 1 : 2;
      for (int i = 0; i < total; i++) {
        keys[i] = entries.real(i, low) / 2 + entries.real(i, low + 2) / 2;
      }
    }
    sorting.sort(order, total, keys, keys);
    copy.clear();
    for (int i = 0; i < total; i++) {
      copy.add(entries.words(), order[i] * ForTree.WORDS);
    }
    entries.copyFrom(copy);
  }
}
