package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/** Selects the block of the next request in a synthetic trace. */
interface AccessPattern {
  /** Returns a block from 0 to one less than their number. */
  long next(SplittableRandom random);

  /** Returns a pattern of one block after the other, from the first again after the last. */
  static AccessPattern sequential(long blocks) {
    long[] next = {0};
    return random -> {
      long block = next[0];
      next[0] = block + 1 == blocks ? 0 : block + 1;
      return block;
    };
  }

  /** Returns a pattern in which each block is as likely as any other. */
  static AccessPattern uniform(long blocks) {
    return random -> UniformDraw.below(random, blocks);
  }

  /**
   * Returns a pattern in which a first part of the blocks gets a share of the requests, uniform
   * within that part and within the rest.
   */
  static AccessPattern hotCold(long blocks, double hotPart, double hotShare) {
    long hot = Math.max(1, Math.min(blocks - 1, Math.round(blocks * hotPart)));
    return random ->
        UniformDraw.fraction(random) < hotShare
            ? UniformDraw.below(random, hot)
            : hot + UniformDraw.below(random, blocks - hot);
  }

  /**
   * Returns a pattern in which the k-th block comes in proportion to {@code k^-theta}, ranks
   * scattered over the blocks.
   */
  static AccessPattern zipf(long blocks, double theta) {
    ZipfRanks ranks = new ZipfRanks(blocks, theta);
    Scatter scatter = new Scatter(blocks);
    return random -> scatter.place(ranks.next(random) - 1);
  }
}
