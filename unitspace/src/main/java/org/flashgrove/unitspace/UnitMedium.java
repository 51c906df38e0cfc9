package org.flashgrove.unitspace;

import java.nio.ByteBuffer;

/**
 * A device with units of equal size. A unit is written in order from its first page, each page
 * once, and then reset as a whole. Pages that were not written since the last reset read as zeros.
 *
 * <p>After a completed {@link #flush()} all earlier writes and resets survive a power loss. Without
 * a flush each page written and each unit reset has either its old or its new content.
 */
public interface UnitMedium {
  /** Flag of a tag: collection moves the page, and the other bits are the tag of the page. */
  int MOVED = 1 << 30;

  /** Tag of a page that lists the pages that follow it. */
  int SUMMARY = -1;

  /** Tag of a page that only fills a unit. */
  int PADDING = -2;

  /** Returns the page size in bytes, at least 512. */
  int pageBytes();

  /** Returns the number of units. */
  int units();

  /** Returns the number of pages of a unit. */
  int unitPages();

  /**
   * Writes the next pages of a unit.
   *
   * @param unit the unit, which is open
   * @param page first page, counted from the start of the unit
   * @param handle number of the stream to which the unit belongs, from 0. A device that separates
   *     streams keeps the pages of this unit apart from those of other handles.
   * @param tags tag of each page: one of the constants above, or a tag of the user. Its length is
   *     the number of pages.
   * @param from content, from index 0 on
   */
  void append(int unit, int page, int handle, int[] tags, ByteBuffer from);

  /**
   * Reads pages of a unit.
   *
   * @param tag tag of the pages
   * @param at index of the first byte in {@code into}
   * @throws org.flashgrove.core.flash.UncorrectablePageException if a power loss interrupted the
   *     write of a page
   */
  void read(int unit, int page, int count, int tag, ByteBuffer into, int at);

  /**
   * Returns the number of pages of a unit that were written since its last reset, or -1 if the
   * device does not know it.
   */
  int written(int unit);

  /** Ends the writing of a unit before its last page. The rest of the unit stays unwritten. */
  void finish(int unit, int handle);

  /** Erases a unit. */
  void reset(int unit);

  /** Makes all earlier writes and resets durable. */
  void flush();
}
