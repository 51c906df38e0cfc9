package org.flashgrove.simulator.trace;

import java.util.SplittableRandom;

/** Which of some blocks the next request of a made trace is about. */
interface AccessPattern {
  /** Returns a block from 0 to one less than their number. */
  long next(SplittableRandom random);

  /** One after the other, from the beginning again behind the last. */
  static AccessPattern sequential(long blocks) {
    long[] next = {0};
    return random -> {
      long block = next[0];
      next[0] = block + 1 == blocks ? 0 : block + 1;
      return block;
    };
  }

  /** Each as likely as any other. */
  static AccessPattern uniform(long blocks) {
    return random -> Draw.below(random, blocks);
  }

  /**
   * A first part of the blocks gets a share of the requests, the rest gets the rest; uniform within
   * both.
   */
  static AccessPattern hotCold(long blocks, double hotPart, double hotShare) {
    long hot = Math.max(1, Math.min(blocks - 1, Math.round(blocks * hotPart)));
    return random ->
        Draw.fraction(random) < hotShare
            ? Draw.below(random, hot)
            : hot + Draw.below(random, blocks - hot);
  }

  /** The k-th of them in proportion to {@code k^-theta}, ranks scattered over the blocks. */
  static AccessPattern zipf(long blocks, double theta) {
    ZipfRanks ranks = new ZipfRanks(blocks, theta);
    Scatter scatter = new Scatter(blocks);
    return random -> scatter.place(ranks.next(random) - 1);
  }
}
