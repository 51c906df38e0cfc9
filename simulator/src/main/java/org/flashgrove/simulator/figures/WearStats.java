package org.flashgrove.simulator.figures;

import java.util.function.IntUnaryOperator;

/**
 * Distribution of the erases over the good blocks since the device was new.
 *
 * @param fewest erases of the least erased block
 * @param mean mean
 * @param deviation standard deviation over the blocks
 * @param most erases of the most erased block
 * @param badBlocks blocks that are bad, left out of the others
 */
public record WearStats(int fewest, double mean, double deviation, int most, int badBlocks) {
  /** Nothing is erased. */
  public static final WearStats NONE = new WearStats(0, 0, 0, 0, 0);

  /**
   * Returns the figures of blocks.
   *
   * @param erasesOf given the number of a block, from 0 on, returns its erases; -1 if it is bad
   */
  public static WearStats of(int blocks, IntUnaryOperator erasesOf) {
    int good = 0;
    int fewest = Integer.MAX_VALUE;
    int most = 0;
    double sum = 0;
    double squares = 0;
    for (int block = 0; block < blocks; block++) {
      int erases = erasesOf.applyAsInt(block);
      if (erases >= 0) {
        good++;
        fewest = Math.min(fewest, erases);
        most = Math.max(most, erases);
        sum += erases;
        squares += (double) erases * erases;
      }
    }
    double mean = good == 0 ? 0 : sum / good;
    double variance = good == 0 ? 0 : Math.max(0, squares / good - mean * mean);
    return new WearStats(good == 0 ? 0 : fewest, mean, Math.sqrt(variance), most, blocks - good);
  }
}
