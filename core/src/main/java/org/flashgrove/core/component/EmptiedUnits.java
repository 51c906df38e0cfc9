package org.flashgrove.core.component;

import java.util.Arrays;
import org.flashgrove.core.page.PageUnits;

/**
 * Counts the units of a device that would hold no valid pages if some blocks were retired. Merges
 * that empty units save the device from moving the other pages of these units. Not safe for use by
 * several threads.
 */
public final class EmptiedUnits {
  private final PageUnits units;
  private final int blockPages;
  private final int pageSize;

  /** Size of the pages of the added blocks in each unit. */
  private final long[] retired;

  private int[] touched = new int[16];
  private int touchedCount;
  private int emptied;

  /**
   * Creates a counter without blocks.
   *
   * @param units units of the pages of a block space
   * @param blockPages maximum number of pages of a block
   * @param pageSize page size in bytes
   */
  public EmptiedUnits(PageUnits units, int blockPages, int pageSize) {
    this.units = units;
    this.blockPages = blockPages;
    this.pageSize = pageSize;
    retired = new long[units.count()];
  }

  /** Returns whether the device has no units, so that no block empties a unit. */
  public boolean isNone() {
    return retired.length == 0;
  }

  /** Removes all blocks. */
  public void clear() {
    for (int i = 0; i < touchedCount; i++) {
      retired[touched[i]] = 0;
    }
    touchedCount = 0;
    emptied = 0;
  }

  /** Adds a block, which is not among the blocks added since the last {@link #clear}. */
  public void add(Block block) {
    if (isNone()) {
      return;
    }
    for (int i = 0; i < block.pages(); i++) {
      int unit = units.unitOf(block.number() * blockPages + i);
      if (unit == PageUnits.NO_UNIT) {
        continue;
      }
      if (retired[unit] == 0) {
        touch(unit);
      }
      long valid = units.validBytes(unit);
      emptied += retired[unit] < valid && retired[unit] + pageSize >= valid ? 1 : 0;
      retired[unit] += pageSize;
    }
  }

  private void touch(int unit) {
    if (touchedCount == touched.length) {
      touched = Arrays.copyOf(touched, 2 * touchedCount);
    }
    touched[touchedCount++] = unit;
  }

  /** Returns the size of the units that would hold no valid pages. */
  public long bytes() {
    return emptied * units.unitBytes();
  }
}
