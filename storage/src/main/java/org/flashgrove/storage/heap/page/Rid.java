package org.flashgrove.storage.heap.page;

/**
 * Record id (RID) in a heap file, which consists of a page and a slot on that page. RIDs are
 * ordered by page, then by slot.
 */
public final class Rid {
  private static final int SLOT_BITS = 16;

  private Rid() {}

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
