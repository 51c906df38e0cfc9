package org.flashgrove.access.kind;

/**
 * Memory of an index that stores its entries in blocks, such as a grove. Write buffers, merges and
 * block metadata use a limited part of the heap. Cached pages also use memory off the heap if the
 * heap is too small.
 *
 * @param heapBytes bytes on the heap
 * @param besideBytes bytes off the heap
 */
public record HeapDivision(long heapBytes, long besideBytes) {
  /**
   * Number of eighths of the heap that all block indices of a store may use together. The rest of
   * the heap is left for other objects and for garbage.
   */
  private static final int HEAP_EIGHTHS = 3;

  private static final int EIGHTHS = 8;

  /**
   * Block indices use one {@code BESIDE_PART}-th of the memory off the heap, which is half of it.
   * The other half is left for log and file buffers.
   */
  private static final int BESIDE_PART = 2;

  private static final String LOGGER = "org.flashgrove.access";

  /**
   * Returns the memory of one block index. If the heap is too small for all block indices of the
   * store, the index gets a proportional share of it.
   *
   * @param asked memory that the index's spec requests, in bytes
   * @param all memory that all block indices of the store request together, in bytes
   * @param heap maximum heap size of the process in bytes
   * @param outside maximum memory off the heap in bytes
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

  /** Logs a warning if a structure gets less memory than it requested, and returns this object. */
  public HeapDivision noted(String structure, long asked) {
    if (heapBytes + besideBytes < asked) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              structure
                  + ": memory="
                  + asked
                  + " bytes: only "
                  + heapBytes
                  + " bytes fit on the heap and "
                  + besideBytes
                  + " bytes outside it; set -Xmx to at least "
                  + asked / HEAP_EIGHTHS * EIGHTHS
                  + " bytes, or raise -XX:MaxDirectMemorySize");
    }
    return this;
  }
}
