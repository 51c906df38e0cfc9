package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/** Selects the block of the next request in a synthetic trace. */
interface AccessPattern {
  /** Returns the number of a block: at least 0 and less than the number of blocks. */
  long next(SplittableRandom random);

  /**
   * Returns a pattern that visits the blocks in ascending order and starts again with the first
   * block after the last.
   */
  static AccessPattern sequential(long blocks) {
    long[] next = {0};
    return random -> {
      long block = next[0];
      next[0] = block + 1 == blocks ? 0 : block + 1;
      return block;
    };
  }

  /** Returns a pattern in which all blocks are equally likely. */
  static AccessPattern uniform(long blocks) {
    return random -> UniformDraw.below(random, blocks);
  }

  /**
   * Returns a pattern with a hot and a cold part. The hot part consists of the first blocks and is
   * the fraction {@code hotPart} of all blocks. It gets the share {@code hotShare} of the requests.
   * Within each part all blocks are equally likely.
   */
  static AccessPattern hotCold(long blocks, double hotPart, double hotShare) {
    long hot = Math.max(1, Math.min(blocks - 1, Math.round(blocks * hotPart)));
    return random ->
        UniformDraw.fraction(random) < hotShare
            ? UniformDraw.below(random, hot)
            : hot + UniformDraw.below(random, blocks - hot);
  }

  /**
   * Returns a pattern in which the block of rank k has a probability proportional to {@code
   * k^-theta}. Blocks of neighbouring ranks lie far apart.
   */
  static AccessPattern zipf(long blocks, double theta) {
    ZipfRanks ranks = new ZipfRanks(blocks, theta);
    Scatter scatter = new Scatter(blocks);
    return random -> scatter.place(ranks.next(random) - 1);
  }
}
