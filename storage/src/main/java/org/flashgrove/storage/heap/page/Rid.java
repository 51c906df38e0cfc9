package org.flashgrove.storage.heap.page;

/**
 * The id of a record in its heap file: a page and a slot in it. RIDs in ascending order are in the
 * order of their pages.
 */
public final class Rid {
  private static final int SLOT_BITS = 16;

  private Rid() {}

  /** Returns the RID of a slot of a page. */
  public static long of(long pageId, int slot) {
    return pageId << SLOT_BITS | slot;
  }

  /** Returns the page of a RID. */
  public static long page(long rid) {
    return rid >>> SLOT_BITS;
  }

  /** Returns the slot of a RID, 0 to 65,535. */
  public static int slot(long rid) {
    return (int) (rid & (1 << SLOT_BITS) - 1);
  }
}
