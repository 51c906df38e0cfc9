package org.flashgrove.simulator.gc;

/**
 * Selects the block with the greatest {@code age * (1 - u) / (2u)}, where {@code u} is the fraction
 * of the block's pages that are valid. The age is the number of pages programmed since a page of
 * the block last became invalid (Kawaguchi, Nishioka and Motoda, A Flash-Memory Based File System,
 * USENIX 1995). A block without valid pages is selected first. Among equal blocks, selects the
 * block with the lowest number.
 */
final class CostBenefit implements VictimPolicy {
  private final VictimCandidates candidates;
  private final long[] changed;
  private final int pagesPerBlock;

  CostBenefit(int blocks, int pagesPerBlock) {
    candidates = new VictimCandidates(blocks);
    changed = new long[blocks];
    this.pagesPerBlock = pagesPerBlock;
  }

  @Override
  public void closed(int block, int valid, long clock) {
    candidates.add(block, valid);
    changed[block] = clock;
  }

  @Override
  public void invalidated(int block, int valid, long clock) {
    candidates.setValid(block, valid);
    changed[block] = clock;
  }

  @Override
  public void removed(int block) {
    candidates.remove(block);
  }

  @Override
  public int choose(long clock) {
    int best = -1;
    double bestScore = -1;
    for (int i = 0; i < candidates.count(); i++) {
      int block = candidates.block(i);
      int valid = candidates.valid(block);
      double score =
          valid == 0
              ? Double.POSITIVE_INFINITY
              : (double) (clock - changed[block]) * (pagesPerBlock - valid) / (2.0 * valid);
      if (score > bestScore || score == bestScore && block < best) {
        best = block;
        bestScore = score;
      }
    }
    return best;
  }
}
