package org.flashgrove.simulator.store;

import java.util.BitSet;

/**
 * Which chunks of the device belong to files. A chunk that was given up goes back to be allocated
 * only when the catalog that no longer mentions it is durable; until then the last catalog may
 * still be the one that counts.
 */
final class ChunkSpace {
  private final int chunkCount;
  private final BitSet used = new BitSet();
  private final BitSet givenUp = new BitSet();
  private final BitSet blank = new BitSet();
  private int next;

  /**
   * A space without files.
   *
   * @param isBlank whether all chunks are known to read as zeros
   */
  ChunkSpace(int chunkCount, boolean isBlank) {
    this.chunkCount = chunkCount;
    if (isBlank) {
      blank.set(0, chunkCount);
    }
  }

  /** Takes a chunk that a catalog mentions; whether it was there to be taken. */
  boolean take(int chunk) {
    if (chunk < 0 || chunk >= chunkCount || used.get(chunk)) {
      return false;
    }
    used.set(chunk);
    return true;
  }

  /** Takes a free chunk, behind the one taken last if it can be; -1 if there is none. */
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
   * Returns whether a newly allocated chunk already reads as zeros. The chunk counts as written
   * from then on.
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

  /** Makes what was given up free; its content has been trimmed. */
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
