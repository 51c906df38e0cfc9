package org.flashgrove.simulator.gc;

/**
 * Chooses the block to collect among the closed ones. The space reports every block that is closed,
 * every page of a closed block that becomes invalid, and every block that is no longer a candidate.
 */
public interface VictimPolicy {
  /** Makes a policy for an array. */
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
   * @param valid its valid pages
   * @param clock pages programmed so far, a measure of time
   */
  void closed(int block, int valid, long clock);

  /** Notes that a page of a candidate became invalid; {@code valid} are left. */
  void invalidated(int block, int valid, long clock);

  /** Removes a block from the candidates. */
  void removed(int block);

  /** Returns the block to collect now, still a candidate; -1 if there is none. */
  int choose(long clock);
}
