package org.flashgrove.simulator.gc;

import java.util.SplittableRandom;

/**
 * Selects the block with the fewest valid pages among {@code d} random blocks, drawn with
 * replacement (Van Houdt, A Mean Field Model for a Class of Garbage Collection Algorithms in
 * Flash-based Solid State Drives, SIGMETRICS 2013). With {@code d = 1} this is random selection.
 */
final class DChoices implements VictimPolicy {
  private final VictimCandidates candidates;
  private final int choices;
  private final SplittableRandom random;

  DChoices(int blocks, int choices, long seed) {
    candidates = new VictimCandidates(blocks);
    this.choices = choices;
    random = new SplittableRandom(seed);
  }

  @Override
  public void closed(int block, int valid, long clock) {
    candidates.add(block, valid);
  }

  @Override
  public void invalidated(int block, int valid, long clock) {
    candidates.setValid(block, valid);
  }

  @Override
  public void removed(int block) {
    candidates.remove(block);
  }

  @Override
  public int choose(long clock) {
    if (candidates.count() == 0) {
      return -1;
    }
    int best = -1;
    for (int i = 0; i < choices; i++) {
      int block = candidates.block(random.nextInt(candidates.count()));
      if (best < 0 || candidates.valid(block) < candidates.valid(best)) {
        best = block;
      }
    }
    return best;
  }
}
