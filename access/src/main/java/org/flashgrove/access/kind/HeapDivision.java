package org.flashgrove.access.kind;

/**
 * Division of the process's memory for an index of blocks. Write buffers, merges and block metadata
 * use a limited part of the heap. Cached pages use the remaining memory outside of the heap, as far
 * as it is available.
 *
 * @param heapBytes bytes on the heap
 * @param besideBytes bytes outside of the heap
 */
public record HeapDivision(long heapBytes, long besideBytes) {
  /** Eighths of the heap for all indexes of blocks of a store; the rest is left for garbage. */
  private static final int HEAP_EIGHTHS = 3;

  private static final int EIGHTHS = 8;

  /** Divisor of the memory outside of the heap; log and file buffers use the rest. */
  private static final int BESIDE_PART = 2;

  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.access");

  /**
   * Returns the division of the memory of one structure.
   *
   * @param asked bytes that the structure's spec requests
   * @param all bytes that all such structures of the store request, including this one
   * @param heap greatest heap size of the process in bytes
   * @param outside greatest memory outside of the heap in bytes
   */
  public static HeapDivision of(long asked, long all, long heap, long outside) {
    long mostHeap = heap / EIGHTHS * HEAP_EIGHTHS;
    if (all <= mostHeap) {
      return new HeapDivision(asked, 0);
    }
    double share = (double) asked / all;
    long onHeap = Math.min(asked, (long) (share * mostHeap));
    long beside = Math.min(asked - onHeap, (long) (share * outside / BESIDE_PART));
    return new HeapDivision(onHeap, beside);
  }

  /** Logs one line if a structure receives less memory than it requested. */
  public HeapDivision noted(String structure, long asked) {
    if (heapBytes + besideBytes < asked) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          structure
              + ": memory="
              + asked
              + " bytes: "
              + heapBytes
              + " bytes fit the heap and "
              + besideBytes
              + " beside it (allowed: all of it with "
              + asked / HEAP_EIGHTHS * EIGHTHS
              + " bytes of heap, -Xmx; more beside it by -XX:MaxDirectMemorySize)");
    }
    return this;
  }
}
