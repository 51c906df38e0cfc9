package org.flashgrove.simulator.gc;

/**
 * Selects the block with the fewest valid pages. Among equal blocks, selects the block whose number
 * of valid pages has not changed for the longest time (Rosenblum and Ousterhout, The Design and
 * Implementation of a Log-Structured File System, ACM TOCS 10(1), 1992, section 3.5).
 */
final class Greedy implements VictimPolicy {
  private final BlockLists byValid;
  private final int pagesPerBlock;
  private int lowest;

  Greedy(int blocks, int pagesPerBlock) {
    byValid = new BlockLists(pagesPerBlock + 1, blocks);
    this.pagesPerBlock = pagesPerBlock;
    lowest = pagesPerBlock;
  }

  @Override
  public void closed(int block, int valid, long clock) {
    byValid.append(valid, block);
    lowest = Math.min(lowest, valid);
  }

  @Override
  public void invalidated(int block, int valid, long clock) {
    byValid.remove(block);
    closed(block, valid, clock);
  }

  @Override
  public void removed(int block) {
    byValid.remove(block);
  }

  @Override
  public int choose(long clock) {
    while (lowest < pagesPerBlock && byValid.first(lowest) < 0) {
      lowest++;
    }
    return byValid.first(lowest);
  }
}
