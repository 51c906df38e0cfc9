package org.flashgrove.access.kind;

/**
 * Memory that a structure requests, or that all structures of a store request together. Block
 * indices (indices of sealed, immutable blocks) and buffers use the heap. Page pools are off the
 * heap.
 *
 * @param blockBytes bytes for block indices, including their cached pages, which may be off the
 *     heap
 * @param heapBytes bytes for buffers on the heap, such as write buffers
 * @param poolBytes bytes for page pools off the heap
 */
public record MemoryRequest(long blockBytes, long heapBytes, long poolBytes) {
  /** Request for no memory. */
  public static final MemoryRequest NONE = new MemoryRequest(0, 0, 0);

  /** Returns a request for an index of sealed blocks. */
  public static MemoryRequest ofBlocks(long bytes) {
    return new MemoryRequest(bytes, 0, 0);
  }

  /** Returns a request for a buffer on the heap. */
  public static MemoryRequest onHeap(long bytes) {
    return new MemoryRequest(0, bytes, 0);
  }

  /** Returns a request for a page pool. */
  public static MemoryRequest ofPool(long bytes) {
    return new MemoryRequest(0, 0, bytes);
  }

  /** Returns the sum of two requests. A sum that is too large for a long becomes 2^63 - 1 bytes. */
  public MemoryRequest plus(MemoryRequest other) {
    return new MemoryRequest(
        sum(blockBytes, other.blockBytes),
        sum(heapBytes, other.heapBytes),
        sum(poolBytes, other.poolBytes));
  }

  /** Returns the number of requested bytes that may be allocated on the heap. */
  public long onHeap() {
    return sum(blockBytes, heapBytes);
  }

  private static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
