package org.flashgrove.simulator.gc;

/**
 * The block that was closed first, however many of its pages are valid: the circular log of Menon
 * and of Robinson, analysed by Desnoyers, Analytic Modeling of SSD Write Performance, SYSTOR 2012
 * (there under the name LRU).
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
    // the age alone counts
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
