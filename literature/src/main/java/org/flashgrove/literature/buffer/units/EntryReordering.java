package org.flashgrove.literature.buffer.units;

import org.flashgrove.core.node.NodePage;

/**
 * Restores the order of a node's entries after replaying units, because changes of the header may
 * change the order.
 */
public final class EntryReordering {
  private EntryReordering() {}

  /** Sorts the entries in the layout's order, if it has one. */
  public static void restore(NodePage image) {
    if (image.layout().order() == null || isInOrder(image)) {
      return;
    }
    int stride = image.layout().words();
    int count = image.count();
    long[] entries = new long[count * stride];
    for (int slot = 0; slot < count; slot++) {
      image.copyEntry(slot, entries, slot * stride);
    }
    image.clear();
    for (int i = 0; i < count; i++) {
      image.insert(entries, i * stride);
    }
  }

  private static boolean isInOrder(NodePage image) {
    long[] entry = new long[image.layout().words()];
    for (int slot = 1; slot < image.count(); slot++) {
      image.copyEntry(slot, entry, 0);
      if (image.layout().order().compare(image, slot - 1, entry, 0) > 0) {
        return false;
      }
    }
    return true;
  }
}
