package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Items that the FAST paper (Sarwat et al. 2011) and the C implementation FESTIval record for a
 * change. The logical size of an item is the sum of its type (1 byte), position (4 bytes) and
 * value. P is the pointer of an entry, K its key, L its other parts, and H a hole that an insertion
 * makes.
 *
 * <table>
 * <caption>items of a change</caption>
 * <tr><th>change</th><th>items</th></tr>
 * <tr><td>entry added</td><td>P and K; in ordered nodes first H; L for other parts of an entry (largest Hilbert value, quadrant)</td></tr>
 * <tr><td>entry changed</td><td>K, and L if the entry has other parts</td></tr>
 * <tr><td>entry removed</td><td>K without value</td></tr>
 * <tr><td>header of a node</td><td>one</td></tr>
 * </table>
 *
 * <p>Points in leaves without rectangles (xBR+) are one item V that includes the pointer. The items
 * of xBR+ are our choice, because Carniel's thesis (2019) gives no details. Unlike in FESTIval, H
 * is also recorded for an insertion at the last slot. Every change of an entry in a node of a
 * Hilbert R-tree records L.
 */
final class Items {
  private static final int POINTER_BYTES = 4;
  private static final int SIDE_BYTES = 8;
  private static final int HEAD_BYTES = 5;
  private static final int HEADER_BYTES = 24;

  private Items() {}

  private static boolean isPoint(NodeLayout layout) {
    return layout.boundsWords() == 2;
  }

  /**
   * Returns the number of bytes of an entry that belong neither to its pointer nor to its bounds.
   */
  private static int restBytes(NodeLayout layout) {
    return isPoint(layout)
        ? 0
        : Math.max(0, layout.logicalBytes() - POINTER_BYTES - keyBytes(layout));
  }

  private static int keyBytes(NodeLayout layout) {
    return layout.hasBounds()
        ? layout.boundsWords() * SIDE_BYTES
        : Math.max(0, layout.logicalBytes() - POINTER_BYTES);
  }

  /**
   * Returns the number of items of a change. Creating or deleting a node is one item. Replacing its
   * content is two items.
   */
  static int count(ChangeKind kind, NodeLayout layout) {
    int rest = restBytes(layout) > 0 ? 1 : 0;
    return switch (kind) {
      case ADD -> (isPoint(layout) ? 1 : 2) + rest + (layout.order() == null ? 0 : 1);
      case CHANGE -> 1 + rest;
      case REPLACE -> 2;
      case STATE, VERSION, SEALED -> 0;
      default -> 1;
    };
  }

  /** Returns the logical size, in bytes, of all items of a change to a stored node. */
  static int bytes(ChangeKind kind, NodeLayout layout) {
    switch (kind) {
      case ADD:
        int hole = layout.order() == null ? 0 : HEAD_BYTES;
        int pointer = isPoint(layout) ? 0 : HEAD_BYTES + POINTER_BYTES;
        return hole + pointer + bytesOfKey(layout);
      case CHANGE:
        return bytesOfKey(layout);
      case REMOVE:
        return HEAD_BYTES;
      case HEADER:
        return 1 + HEADER_BYTES;
      default:
        return 0;
    }
  }

  private static int bytesOfKey(NodeLayout layout) {
    if (isPoint(layout)) {
      return HEAD_BYTES + layout.logicalBytes();
    }
    int rest = restBytes(layout);
    return HEAD_BYTES + keyBytes(layout) + (rest == 0 ? 0 : HEAD_BYTES + rest);
  }
}
