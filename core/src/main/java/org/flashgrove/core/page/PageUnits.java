package org.flashgrove.core.page;

/**
 * Units in which a device places pages. A unit is written once from its start, and reset as a
 * whole. If a unit holds no valid pages, the device resets the unit without moving pages.
 *
 * <p>Any number of threads may call any method concurrently. Places of pages can change between two
 * calls, because the device moves pages.
 */
public interface PageUnits {
  /** Result of {@link #unitOf} for a page whose unit does not matter. */
  int NO_UNIT = -1;

  /** A device without units. */
  PageUnits NONE =
      new PageUnits() {
        @Override
        public int count() {
          return 0;
        }

        @Override
        public long unitBytes() {
          return 0;
        }

        @Override
        public long validBytes(int unit) {
          throw new IndexOutOfBoundsException(unit);
        }

        @Override
        public int unitOf(long page) {
          return NO_UNIT;
        }
      };

  /** Returns the number of units; 0 if the device has no units. */
  int count();

  /** Returns the size of a unit. */
  long unitBytes();

  /** Returns the size of the valid pages in unit {@code unit}, from 0 to {@code count() - 1}. */
  long validBytes(int unit);

  /**
   * Returns the unit that holds the start of a page, or {@link #NO_UNIT}. No unit holds the page if
   * the page has no content, waits in memory, or is in a unit that is still being written.
   *
   * @param page slot of the page; in a file, offset of its first byte
   */
  int unitOf(long page);
}
