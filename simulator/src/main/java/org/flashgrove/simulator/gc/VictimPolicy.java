package org.flashgrove.simulator.gc;

/**
 * Selects the block to collect among closed blocks. The owner of the blocks reports every block
 * that is closed, every page of a closed block that becomes invalid, and every block that is no
 * longer a candidate.
 */
public interface VictimPolicy {
  /** Creates policies. */
  @FunctionalInterface
  interface Factory {
    /**
     * Returns a policy without candidates, for {@code blocks} blocks of {@code pagesPerBlock}
     * pages.
     */
    VictimPolicy make(int blocks, int pagesPerBlock);
  }

  /**
   * Adds a block to the candidates.
   *
   * @param valid number of valid pages in the block
   * @param clock number of pages programmed so far, as a measure of time
   */
  void closed(int block, int valid, long clock);

  /**
   * Records that a page of a candidate became invalid.
   *
   * @param valid number of valid pages left in the block
   * @param clock number of pages programmed so far
   */
  void invalidated(int block, int valid, long clock);

  /** Removes a block from the candidates. */
  void removed(int block);

  /** Returns the block to collect now, or -1 if there is none. The block remains a candidate. */
  int choose(long clock);
}
