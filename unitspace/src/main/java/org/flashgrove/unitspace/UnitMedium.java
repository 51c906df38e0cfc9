package org.flashgrove.unitspace;

import java.nio.ByteBuffer;

/**
 * A device with units of equal size. The pages of a unit are written in order, each page once, and
 * then the unit is reset as a whole. Pages that were not written since the last reset read as
 * zeros.
 *
 * <p>Writes and resets before a completed {@link #flush()} survive a power loss. After a power
 * loss, each page that was written later and each unit that was reset later has either its old or
 * its new content. A page whose write was interrupted by the power loss may also be unreadable.
 */
public interface UnitMedium {
  /**
   * Flag in a page's tag. It is set if garbage collection moves the page; the other bits are the
   * tag that the user gave to the page.
   */
  int MOVED = 1 << 30;

  /**
   * Tag of a summary, which is a page that lists the pages that follow it. A summary that contains
   * a page has the tag of this page instead.
   */
  int SUMMARY = -1;

  /** Tag of a page without content that only fills a unit. */
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
   *     streams does not mix pages of different handles.
   * @param tags one tag for each page to write: {@link #SUMMARY}, {@link #PADDING}, or a tag of the
   *     user, possibly with {@link #MOVED}
   * @param from content of the pages, from index 0 on
   */
  void append(int unit, int page, int handle, int[] tags, ByteBuffer from);

  /**
   * Reads {@code count} neighbouring pages of a unit.
   *
   * @param page first page, counted from the start of the unit
   * @param tag tag of the first page
   * @param at index in {@code into} of the first byte to write
   * @throws org.flashgrove.core.flash.UncorrectablePageException if a power loss interrupted the
   *     write of a page
   */
  void read(int unit, int page, int count, int tag, ByteBuffer into, int at);

  /**
   * Returns how many pages of a unit were written since its last reset, or the size of the unit if
   * the device refuses to write more pages. Returns -1 if the device does not know this.
   */
  int written(int unit);

  /** Ends writing to a unit that is not full. The rest of the unit stays unwritten. */
  void finish(int unit, int handle);

  /** Erases a unit, so that its pages read as zeros and can be written again. */
  void reset(int unit);

  /** Makes all earlier writes and resets durable. */
  void flush();
}
