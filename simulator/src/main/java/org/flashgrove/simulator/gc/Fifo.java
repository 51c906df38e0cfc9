package org.flashgrove.simulator.gc;

/**
 * Selects the block that was closed first, regardless of its valid pages. This is the circular log
 * of Menon and of Robinson, analysed by Desnoyers, Analytic Modeling of SSD Write Performance,
 * SYSTOR 2012 (there called LRU).
 */
final class Fifo implements VictimPolicy {
  private final BlockLists queue;

  Fifo(int blocks) {
    queue = new BlockLists(1, blocks);
  }

  @Override
  public void closed(int block, int valid, long clock) {
    queue.append(0, block);
  }

  @Override
  public void invalidated(int block, int valid, long clock) {
    // only the age counts
  }

  @Override
  public void removed(int block) {
    queue.remove(block);
  }

  @Override
  public int choose(long clock) {
    return queue.first(0);
  }
}
