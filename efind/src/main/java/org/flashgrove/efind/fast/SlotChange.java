package org.flashgrove.efind.fast;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Utility methods for the slots of a change: the slot of an entry before the change and its slot
 * after the change, packed in a long to avoid allocation. The slots correspond to the positions in
 * the FAST paper (Sarwat et al. 2011).
 */
final class SlotChange {
  /**
   * Value for unknown slots. They are unknown if the node's content was not available when the
   * change was made.
   */
  static final long UNKNOWN = -1;

  private static final int NO_SLOT = 0xFFFF;
  private static final int SLOT_BITS = 16;

  /** Value for a change that affects no slot. */
  private static final long NOTHING = of(NO_SLOT, NO_SLOT);

  private SlotChange() {}

  private static long of(int from, int to) {
    return (long) to << SLOT_BITS | from;
  }

  private static int from(long slots) {
    return (int) slots & NO_SLOT;
  }

  private static int to(long slots) {
    return (int) (slots >>> SLOT_BITS) & NO_SLOT;
  }

  /** Returns whether a change removes an entry from a slot. */
  static boolean leaves(long slots) {
    return from(slots) != NO_SLOT;
  }

  /** Returns whether a change puts an entry into a slot. */
  static boolean comes(long slots) {
    return to(slots) != NO_SLOT;
  }

  /** Returns the slot from which the change removes an entry. */
  static int leftSlot(long slots) {
    return from(slots);
  }

  /**
   * Returns the slot of the entry after the change. Slots are counted without the entry's old
   * version.
   */
  static int newSlot(long slots) {
    return to(slots);
  }

  /** Returns whether an entry replaces an earlier version of itself in the same slot. */
  static boolean stays(long slots) {
    return comes(slots) && from(slots) == to(slots);
  }

  /**
   * Applies a change to an image by the entry's identity. Returns the slots that the change
   * affected.
   */
  static long apply(NodePage image, ChangeKind kind, long[] words, int at) {
    if (kind == ChangeKind.HEADER) {
      image.header(words, at);
      return NOTHING;
    }
    int slot = kind == ChangeKind.ADD && image.layout().repeats() ? -1 : image.find(words, at);
    int from = slot < 0 ? NO_SLOT : slot;
    if (kind == ChangeKind.REMOVE) {
      if (slot >= 0) {
        image.removeAt(slot);
      }
      return of(from, NO_SLOT);
    }
    if (slot >= 0 && image.layout().order() == null) {
      image.replaceAt(slot, words, at);
      return of(from, from);
    }
    if (slot >= 0) {
      image.removeAt(slot);
    }
    image.insert(words, at);
    return of(from, image.layout().order() == null ? image.count() - 1 : image.find(words, at));
  }

  /**
   * Throws a {@link DamagedStoreException} if the node lacks a slot of the change. In this case the
   * stored page differs from the page in which the slots were found.
   */
  private static void requireSlots(NodePage image, long slots) {
    int left = leaves(slots) && !stays(slots) ? 1 : 0;
    boolean possible =
        (!leaves(slots) || from(slots) < image.count())
            && (!comes(slots) || to(slots) <= image.count() - left);
    if (!possible) {
      throw new DamagedStoreException(
          "nodes.pages",
          "node " + image.nodeId(),
          "its page is not the page to which its changes were made");
    }
  }

  /**
   * Applies a change to an image at known slots.
   *
   * @throws DamagedStoreException if the image does not have these slots
   */
  static void apply(NodePage image, ChangeKind kind, long slots, long[] words, int at) {
    if (kind == ChangeKind.HEADER) {
      image.header(words, at);
      return;
    }
    requireSlots(image, slots);
    if (stays(slots)) {
      image.replaceAt(from(slots), words, at);
    } else {
      if (leaves(slots)) {
        image.removeAt(from(slots));
      }
      if (comes(slots)) {
        image.insertAt(to(slots), words, at);
      }
    }
  }
}
