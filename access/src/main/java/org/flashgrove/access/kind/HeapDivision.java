package org.flashgrove.access.kind;

/**
 * Division of this process's memory for an index of blocks. Write buffers, merges and block
 * metadata use the heap, of which they may take only a part. Cached pages take the rest outside of
 * the heap, as far as there is room.
 *
 * @param heapBytes on the heap
 * @param besideBytes outside of it
 */
public record HeapDivision(long heapBytes, long besideBytes) {
  /** Eighths of the heap that indices of blocks of a store take together: the rest is garbage. */
  private static final int HEAP_EIGHTHS = 3;

  private static final int EIGHTHS = 8;

  /** Part of what may be outside of the heap: buffers of the log and of files have the rest. */
  private static final int BESIDE_PART = 2;

  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.access");

  /**
   * Returns the division of the memory of one structure.
   *
   * @param asked bytes that its spec asks for
   * @param all what all such structures of the store ask for, this one included
   * @param heap the most bytes of the heap of the process
   * @param outside the most bytes outside of the heap
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
