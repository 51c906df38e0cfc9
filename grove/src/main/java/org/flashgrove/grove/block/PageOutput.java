package org.flashgrove.grove.block;

/** Takes the pages of a block in their order. */
@FunctionalInterface
public interface PageOutput {
  /**
   * Takes the next page.
   *
   * @param page a whole page; the envelope's bytes at its front are the taker's to fill. The array
   *     is used again afterwards
   */
  void append(byte[] page);
}
