package org.flashgrove.unitspace;

import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreIoException;

/** Heap memory of the page table of a {@link UnitSpace}. */
final class TableMemory {
  /** Bytes for each page in {@link PageTable} and {@link WaitingPages}. */
  private static final int PAGE_BYTES = 28;

  private static final int MIB_BITS = 20;

  private TableMemory() {}

  /**
   * Creates a space whose table is in memory.
   *
   * @throws StoreIoException if the heap is too small for the table; the message states the size
   */
  static UnitSpace required(UnitMedium medium, Supplier<UnitSpace> created) {
    long pages = (long) medium.units() * medium.unitPages();
    long most = Runtime.getRuntime().maxMemory();
    if (pages * PAGE_BYTES >= most) {
      throw tooSmall(pages, most, null);
    }
    try {
      return created.get();
    } catch (OutOfMemoryError e) {
      throw tooSmall(pages, most, e);
    }
  }

  private static StoreIoException tooSmall(long pages, long most, OutOfMemoryError cause) {
    return new StoreIoException(
        String.format(
            "unit space: the table of %d pages needs %d MiB of heap, and the JVM has at most %d"
                + " MiB; raise -Xmx, or create the store with a smaller size or larger pages",
            pages, (pages * PAGE_BYTES >> MIB_BITS) + 1, most >> MIB_BITS),
        cause);
  }
}
