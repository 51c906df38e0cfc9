package org.flashgrove.grove.block;

/** Receives the pages of a block in order. */
@FunctionalInterface
public interface PageOutput {
  /**
   * Receives the next page.
   *
   * @param page whole page; the receiver fills in the page header of the store. The array is reused
   *     after the call
   */
  void append(byte[] page);
}
