package org.flashgrove.simulator.store;

import java.util.BitSet;

/**
 * Allocation of the device's chunks to files. A released chunk can be allocated again only after a
 * catalog without it is durable; until then the previous catalog may still be the valid one.
 */
final class ChunkSpace {
  private final int chunkCount;
  private final BitSet used = new BitSet();
  private final BitSet givenUp = new BitSet();
  private final BitSet blank = new BitSet();
  private int next;

  /**
   * Creates a space without files.
   *
   * @param isBlank whether all chunks are known to read as zeros
   */
  ChunkSpace(int chunkCount, boolean isBlank) {
    this.chunkCount = chunkCount;
    if (isBlank) {
      blank.set(0, chunkCount);
    }
  }

  /** Allocates a chunk that a catalog lists; returns whether it was free. */
  boolean take(int chunk) {
    if (chunk < 0 || chunk >= chunkCount || used.get(chunk)) {
      return false;
    }
    used.set(chunk);
    return true;
  }

  /** Allocates a free chunk, if possible after the last one; -1 if there is none. */
  int allocate() {
    int chunk = used.nextClearBit(next);
    if (chunk >= chunkCount) {
      chunk = used.nextClearBit(0);
    }
    if (chunk >= chunkCount) {
      return -1;
    }
    used.set(chunk);
    next = chunk + 1;
    return chunk;
  }

  /**
   * Returns whether a newly allocated chunk reads as zeros. From then on the chunk counts as
   * written.
   */
  boolean wasBlank(int chunk) {
    boolean was = blank.get(chunk);
    blank.clear(chunk);
    return was;
  }

  /** Notes that a chunk is no file's any more. */
  void giveUp(int chunk) {
    givenUp.set(chunk);
  }

  /** First chunk from {@code from} on that was given up, or -1. */
  int nextGivenUp(int from) {
    return givenUp.nextSetBit(from);
  }

  /** First chunk from {@code from} on that was not given up. */
  int endOfGivenUp(int from) {
    return givenUp.nextClearBit(from);
  }

  /** Makes released chunks free after their content was trimmed. */
  void release() {
    used.andNot(givenUp);
    blank.or(givenUp);
    givenUp.clear();
  }

  int usedCount() {
    return used.cardinality();
  }

  int chunkCount() {
    return chunkCount;
  }
}
