package org.flashgrove.simulator.figures;

/**
 * How the erases are spread over the good blocks since the device was new.
 *
 * @param fewest erases of the least erased block
 * @param mean mean
 * @param deviation standard deviation over the blocks
 * @param most erases of the most erased block
 * @param badBlocks blocks that are bad, left out of the others
 */
public record WearFigures(int fewest, double mean, double deviation, int most, int badBlocks) {
  /** Nothing is erased. */
  public static final WearFigures NONE = new WearFigures(0, 0, 0, 0, 0);
}
