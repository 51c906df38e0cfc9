package org.flashgrove.access.kind;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.flashgrove.core.page.BufferMemories;
import org.flashgrove.core.page.DirectMemory;

/**
 * Memory of the process, divided among the structures of a store. A structure gets the memory that
 * it requests. If all requests together exceed the memory of the process, each structure gets a
 * proportional share.
 *
 * @param heapBytes maximum heap size in bytes
 * @param outsideBytes maximum size of buffers off the heap in bytes
 */
public record ProcessMemory(long heapBytes, long outsideBytes) {
  /**
   * Minimum memory, in bytes, that a pool or buffer gets when memory is too short for all requests.
   */
  private static final long LEAST = 64 << 10;

  /**
   * Number of quarters of the memory off the heap that page pools and cached pages of blocks may
   * use.
   */
  private static final int OUTSIDE_QUARTERS = 3;

  private static final int QUARTERS = 4;

  /** Memory off the heap that is left for log buffers and batches of pages. */
  private static final long RESERVED = 8 << 20;

  /**
   * Heap memory per page of a pool, in bytes, for the object of the page and its entries in maps
   * and queues.
   */
  private static final int PAGE_HEAP_BYTES = 256;

  /** Returns the memory of this process. */
  public static ProcessMemory ofThisProcess() {
    long heap = Runtime.getRuntime().maxMemory();
    if (!BufferMemories.chosen().name().equals("direct")) {
      return new ProcessMemory(heap, machine());
    }
    return new ProcessMemory(heap, DirectMemory.limit());
  }

  private static long machine() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean known
        ? known.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }

  /**
   * Returns the memory of one block index, which is an index of sealed blocks such as a grove.
   *
   * @param asked memory that the index requests, in bytes
   * @param all requests of all structures of the store
   */
  public HeapDivision blocks(long asked, MemoryRequest all) {
    return HeapDivision.of(asked, Math.max(asked, all.onHeap()), heapBytes, outsideBytes);
  }

  /**
   * Returns the memory of one buffer on the heap, in bytes.
   *
   * @param asked memory that the buffer requests, in bytes
   * @param all requests of all structures of the store
   */
  public long onHeap(long asked, MemoryRequest all) {
    return notLess(asked, blocks(asked, all).heapBytes());
  }

  /**
   * Returns the memory of one page pool off the heap, in bytes.
   *
   * @param asked memory that the pool requests, in bytes
   * @param all requests of all structures of the store
   * @param pageSize page size in bytes
   */
  public long pool(long asked, MemoryRequest all, int pageSize) {
    long together = Math.max(asked, all.poolBytes());
    long most =
        Math.min(
            Math.min(outsideBytes / QUARTERS * OUTSIDE_QUARTERS, outsideBytes - RESERVED)
                - blocks(all.blockBytes(), all).besideBytes(),
            heapBytes / QUARTERS / PAGE_HEAP_BYTES * pageSize);
    return together <= most
        ? asked
        : notLess(asked, (long) ((double) asked / together * Math.max(0, most)));
  }

  /**
   * Returns whether memory may move between the structures of a store. The memory of all structures
   * must fit in the part of the heap for block indices. It must also fit in half of the memory off
   * the heap for page pools. Only half counts, because evicted pages release their memory only in
   * large pieces.
   *
   * @param all requests of all structures of the store
   * @param pageSize page size in bytes
   */
  public boolean canMove(MemoryRequest all, int pageSize) {
    long together = all.onHeap() + all.poolBytes();
    return together >= 0
        && together <= blocks(Long.MAX_VALUE, MemoryRequest.NONE).heapBytes()
        && together <= pool(Long.MAX_VALUE, MemoryRequest.NONE, pageSize) / 2;
  }

  private static long notLess(long asked, long share) {
    return Math.min(asked, Math.max(LEAST, share));
  }
}
