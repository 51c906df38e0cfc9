package org.flashgrove.access.kind;

/**
 * Memory that a structure asks for, or all structures of a store together.
 *
 * @param blockBytes of indices of sealed blocks: on the heap as far as they fit, pages that queries
 *     read also outside of it
 * @param heapBytes of buffers on the heap, such as those that keep changes by node
 * @param poolBytes of pages in pools, outside of the heap
 */
public record MemoryRequest(long blockBytes, long heapBytes, long poolBytes) {
  /** Nothing. */
  public static final MemoryRequest NONE = new MemoryRequest(0, 0, 0);

  /** Returns a request for an index of sealed blocks. */
  public static MemoryRequest ofBlocks(long bytes) {
    return new MemoryRequest(bytes, 0, 0);
  }

  /** Returns a request for a buffer on the heap. */
  public static MemoryRequest onHeap(long bytes) {
    return new MemoryRequest(0, bytes, 0);
  }

  /** Returns a request for a pool of pages. */
  public static MemoryRequest ofPool(long bytes) {
    return new MemoryRequest(0, 0, bytes);
  }

  /** Returns the sum of both, at most 2^63 - 1 bytes of each kind. */
  public MemoryRequest plus(MemoryRequest other) {
    return new MemoryRequest(
        sum(blockBytes, other.blockBytes),
        sum(heapBytes, other.heapBytes),
        sum(poolBytes, other.poolBytes));
  }

  /** Returns the bytes that may be on the heap. */
  public long onHeap() {
    return sum(blockBytes, heapBytes);
  }

  private static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
