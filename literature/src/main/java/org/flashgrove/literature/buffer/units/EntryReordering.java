package org.flashgrove.literature.buffer.units;

import org.flashgrove.core.node.NodePage;

/**
 * Restores the order of a node's entries after units (changes of the node) were replayed. The order
 * of a layout may depend on the node's header, so a unit that changes the header may change the
 * order of all entries.
 */
public final class EntryReordering {
  private EntryReordering() {}

  /** Sorts the entries of a node, if the layout of the node defines an order. */
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
