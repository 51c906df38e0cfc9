package org.flashgrove.access.kind;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import org.flashgrove.core.page.BufferMemories;

/**
 * Memory of a process, divided among the structures of a store. A structure receives what it
 * requests, or its share if the requests exceed the memory.
 *
 * @param heapBytes the most bytes of the heap
 * @param outsideBytes the most bytes of buffers outside of it
 */
public record ProcessMemory(long heapBytes, long outsideBytes) {
  /** Least memory of a pool or buffer that is reduced. */
  private static final long LEAST = 64 << 10;

  /** Quarters of the memory outside of the heap that pools and pages of blocks take together. */
  private static final int OUTSIDE_QUARTERS = 3;

  private static final int QUARTERS = 4;

  /** Memory outside of the heap that buffers of the log and of batches of pages need. */
  private static final long RESERVED = 8 << 20;

  /** Bytes of the heap that a page in a pool costs: its object and its place in maps and queues. */
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
   * @param asked bytes that its settings ask for
   * @param all what all structures of the store ask for
   */
  public HeapDivision blocks(long asked, MemoryRequest all) {
    return HeapDivision.of(asked, Math.max(asked, all.onHeap()), heapBytes, outsideBytes);
  }

  /**
   * Returns the bytes that one buffer on the heap gets.
   *
   * @param asked bytes that its settings ask for
   * @param all what all structures of the store ask for
   */
  public long onHeap(long asked, MemoryRequest all) {
    return notLess(asked, blocks(asked, all).heapBytes());
  }

  /**
   * Returns the bytes that one pool of pages outside of the heap gets.
   *
   * @param asked bytes that its settings ask for
   * @param all what all structures of the store ask for
   * @param pageSize bytes of a page
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

  private static long notLess(long asked, long share) {
    return Math.min(asked, Math.max(LEAST, share));
  }
}
