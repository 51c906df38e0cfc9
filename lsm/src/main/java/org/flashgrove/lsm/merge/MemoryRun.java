package org.flashgrove.lsm.merge;

import org.flashgrove.grove.block.EntryKey;
import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.fence.BoxGroups;

/**
 * Sorted immutable run of changes in the memory component. No two changes in a run cancel each
 * other.
 */
public final class MemoryRun {
  /** Number of consecutive changes, called a leaf, that share a box. */
  public static final int LEAF = 32;

  private static final int OBJECT_BYTES = 64;

  private final EntryColumns changes;
  private final double[] boxes;
  private final BoxGroups groups;
  private final int deletions;

  private MemoryRun(EntryColumns changes) {
    this.changes = changes;
    int leaves = leaves();
    boxes = BoxGroups.emptyBoxes(leaves);
    groups = new BoxGroups(leaves);
    int found = 0;
    for (int i = 0; i < changes.size(); i++) {
      double x1 = changes.minX(i);
      double y1 = changes.minY(i);
      double x2 = changes.maxX(i);
      double y2 = changes.maxY(i);
      BoxGroups.cover(boxes, i / LEAF, x1, y1, x2, y2);
      groups.cover(i / LEAF, x1, y1, x2, y2);
      found += changes.isDeletion(i) ? 1 : 0;
    }
    deletions = found;
  }

  /**
   * Sorts a list of changes, and creates a run from it. Insertions and deletions of the same entry
   * cancel each other. The caller must not use the list afterwards.
   *
   * @param key computes the sort keys
   */
  public static MemoryRun of(EntryColumns changes, EntryKey key) {
    for (int i = 0; i < changes.size(); i++) {
      changes.setKey(i, key.of(changes.minX(i), changes.minY(i), changes.maxX(i), changes.maxY(i)));
    }
    changes.sort(0, changes.size());
    int kept = 0;
    int from = 0;
    while (from < changes.size()) {
      int to = from;
      int net = 0;
      while (to < changes.size() && changes.matches(from, changes, to)) {
        net += changes.isDeletion(to) ? -1 : 1;
        to++;
      }
      // In the order of the list, insertions come before equal deletions.
      int kind = net < 0 ? to - 1 : from;
      for (int copy = Math.abs(net); copy > 0; copy--) {
        changes.copy(kind, kept++);
      }
      from = to;
    }
    changes.truncate(kept);
    changes.shrink(kept);
    return new MemoryRun(changes);
  }

  /**
   * Merges two runs. An insertion in one run and a deletion of the same entry in the other cancel
   * each other.
   */
  public static MemoryRun of(MemoryRun older, MemoryRun newer, EntryKey key) {
    EntryColumns all = new EntryColumns(older.size() + newer.size(), true);
    all.addAll(older.changes, 0, older.size());
    all.addAll(newer.changes, 0, newer.size());
    return of(all, key);
  }

  public int size() {
    return changes.size();
  }

  public int deletions() {
    return deletions;
  }

  public EntryColumns changes() {
    return changes;
  }

  public int leaves() {
    return (changes.size() + LEAF - 1) / LEAF;
  }

  /** Returns the bounding boxes of the leaves, one after another. */
  public double[] boxes() {
    return boxes;
  }

  public BoxGroups groups() {
    return groups;
  }

  public long bytes() {
    return OBJECT_BYTES + changes.bytes() + (long) Double.BYTES * boxes.length + groups.bytes();
  }

  /**
   * Returns a run with the same changes. Their sort keys are computed again, because the order has
   * changed.
   */
  public MemoryRun with(EntryKey key) {
    EntryColumns all = new EntryColumns(size(), true);
    all.addAll(changes, 0, size());
    return of(all, key);
  }
}
