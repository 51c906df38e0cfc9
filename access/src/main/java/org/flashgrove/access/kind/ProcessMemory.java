package org.flashgrove.access.kind;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.flashgrove.core.page.BufferMemories;

/**
 * Memory of a process, divided among the structures of a store. A structure gets the memory that it
 * requests, or its share if all requests exceed the memory.
 *
 * @param heapBytes greatest heap size in bytes
 * @param outsideBytes greatest size of buffers outside of the heap in bytes
 */
public record ProcessMemory(long heapBytes, long outsideBytes) {
  /** Least memory of a pool or buffer that is reduced. */
  private static final long LEAST = 64 << 10;

  /** Quarters of the memory outside of the heap for pools and cached block pages. */
  private static final int OUTSIDE_QUARTERS = 3;

  private static final int QUARTERS = 4;

  /** Memory outside of the heap for log and page batch buffers. */
  private static final long RESERVED = 8 << 20;

  /**
   * Heap memory of a page in a pool in bytes, for its object and its entries in maps and queues.
   */
  private static final int PAGE_HEAP_BYTES = 256;

  /** Returns the memory of this process. */
  public static ProcessMemory ofThisProcess() {
    long heap = Runtime.getRuntime().maxMemory();
    if (!BufferMemories.chosen().name().equals("direct")) {
      return new ProcessMemory(heap, machine());
    }
    HotSpotDiagnosticMXBean options =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    long limit =
        options == null ? 0 : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
    return new ProcessMemory(heap, limit > 0 ? limit : heap);
  }

  private static long machine() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean known
        ? known.getTotalMemorySize()
        : Runtime.getRuntime().maxMemory();
  }

  /**
   * Returns the memory of one index of blocks.
   *
   * @param asked bytes that its settings request
   * @param all requests of all structures of the store
   */
  public HeapDivision blocks(long asked, MemoryRequest all) {
    return HeapDivision.of(asked, Math.max(asked, all.onHeap()), heapBytes, outsideBytes);
  }

  /**
   * Returns the memory in bytes for one buffer on the heap.
   *
   * @param asked bytes that its settings request
   * @param all requests of all structures of the store
   */
  public long onHeap(long asked, MemoryRequest all) {
    return notLess(asked, blocks(asked, all).heapBytes());
  }

  /**
   * Returns the memory in bytes for one page pool outside of the heap.
   *
   * @param asked bytes that its settings request
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
   * Returns whether all memory of a store fits both the heap and direct buffers, so that it may
   * move between structures. Memory of pages that were evicted is released by slabs, so direct
   * buffers need room for twice as much.
   *
   * @param all what all structures of the store ask for
   * @param pageSize bytes of a page
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
