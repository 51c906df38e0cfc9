package org.flashgrove.unitspace.file;

import java.util.BitSet;

/**
 * Allocates chunks, which are runs of consecutive pages of a device, to files. A released chunk can
 * be allocated again only when a file catalog that no longer lists the chunk is durable. Until then
 * a power loss may restore the previous catalog, which still lists the chunk.
 */
public final class ChunkSpace {
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
  public ChunkSpace(int chunkCount, boolean isBlank) {
    this.chunkCount = chunkCount;
    if (isBlank) {
      blank.set(0, chunkCount);
    }
  }

  /**
   * Marks a chunk as used because a catalog lists it. Returns false if the chunk does not exist or
   * is already used.
   */
  public boolean take(int chunk) {
    if (chunk < 0 || chunk >= chunkCount || used.get(chunk)) {
      return false;
    }
    used.set(chunk);
    return true;
  }

  /**
   * Allocates a free chunk and returns its number, or -1 if none is free. The search starts after
   * the chunk that was allocated last.
   */
  public int allocate() {
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

  /** Returns whether no chunk is free. */
  public boolean isFull() {
    return used.nextClearBit(0) >= chunkCount;
  }

  /**
   * Returns whether a newly allocated chunk reads as zeros. After this call the chunk counts as
   * written.
   */
  public boolean wasBlank(int chunk) {
    boolean was = blank.get(chunk);
    blank.clear(chunk);
    return was;
  }

  /** Records that a chunk no longer belongs to a file. */
  public void giveUp(int chunk) {
    givenUp.set(chunk);
  }

  /**
   * Returns the first chunk that was given up, among the chunks from number {@code from} on, or -1.
   */
  public int nextGivenUp(int from) {
    return givenUp.nextSetBit(from);
  }

  /**
   * Returns the first chunk that was not given up, among the chunks from number {@code from} on.
   */
  public int endOfGivenUp(int from) {
    return givenUp.nextClearBit(from);
  }

  /** Frees the chunks that were given up. The caller must have trimmed these chunks. */
  public void release() {
    used.andNot(givenUp);
    blank.or(givenUp);
    givenUp.clear();
  }

  public int usedCount() {
    return used.cardinality();
  }

  public int chunkCount() {
    return chunkCount;
  }
}
