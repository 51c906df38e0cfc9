package org.flashgrove.simulator.figures;

import java.util.function.IntUnaryOperator;

/**
 * Distribution of erases over the good blocks since the device was new.
 *
 * @param fewest minimum number of erases of a block
 * @param mean mean number of erases per block
 * @param deviation standard deviation over the blocks
 * @param most maximum number of erases of a block
 * @param badBlocks number of bad blocks, which the other values ignore
 */
public record WearStats(int fewest, double mean, double deviation, int most, int badBlocks) {
  /** Value for a device that does not erase. */
  public static final WearStats NONE = new WearStats(0, 0, 0, 0, 0);

  /**
   * Returns the wear statistics of {@code blocks} blocks.
   *
   * @param erasesOf returns the number of erases of a block, or -1 if it is bad; blocks are
   *     numbered from 0
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
