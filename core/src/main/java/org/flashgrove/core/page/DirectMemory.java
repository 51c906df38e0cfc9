package org.flashgrove.core.page;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Memory of direct byte buffers. By default the JVM limits them to the maximum heap size. */
public final class DirectMemory implements BufferMemory {
  /** Memory is short if less than one {@code SHORT_PART}-th of the limit is left. */
  private static final int SHORT_PART = 8;

  /** The use is looked at when one {@code LOOKED_AT_PART}-th of the limit has been allocated. */
  private static final int LOOKED_AT_PART = 4;

  /** The value of {@link #ALLOCATED} when a garbage collection was last requested. */
  private static final AtomicLong COLLECTED_AT = new AtomicLong();

  /** Number of bytes allocated so far. Some of them may be free again. */
  private static final LongAdder ALLOCATED = new LongAdder();

  /** Holder of the limit, which is slow to look up. */
  private static final class Limit {
    static final long BYTES = limit();

    private static long limit() {
      HotSpotDiagnosticMXBean options =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      long chosen =
          options == null
              ? 0
              : Long.parseLong(options.getVMOption("MaxDirectMemorySize").getValue());
      return chosen > 0 ? chosen : Runtime.getRuntime().maxMemory();
    }
  }

  /** Holder of the use of memory by the whole process, which is even slower to look up. */
  private static final class Use {
    static final @Nullable BufferPoolMXBean POOL = pool();

    private static @Nullable BufferPoolMXBean pool() {
      for (BufferPoolMXBean each : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
        if (each.getName().equals("direct")) {
          return each;
        }
      }
      return null;
    }
  }

  /** Returns the maximum size of all direct buffers of the process in bytes. */
  public static long limit() {
    return Limit.BYTES;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Buffers that are no longer used count until the garbage collector has run. If memory is
   * short, and much was allocated since this method last did so, it therefore requests a
   * collection, as the JVM does at its limit.
   */
  @Override
  public boolean isShort() {
    long allocated = ALLOCATED.sum();
    if (allocated <= Limit.BYTES / LOOKED_AT_PART || !isUsedUp(Use.POOL)) {
      return false;
    }
    long before = COLLECTED_AT.get();
    if (allocated - before > Limit.BYTES / SHORT_PART
        && COLLECTED_AT.compareAndSet(before, allocated)) {
      System.gc();
    }
    return true; // buffers are freed a little later, by another thread
  }

  private static boolean isUsedUp(@Nullable BufferPoolMXBean pool) {
    return pool != null && pool.getMemoryUsed() > Limit.BYTES - Limit.BYTES / SHORT_PART;
  }

  @Override
  public String name() {
    return "direct";
  }

  @Override
  public ByteBuffer allocate(int bytes) {
    ByteBuffer raw = ByteBuffer.allocateDirect(Math.addExact(bytes, AlignedBuffers.ALIGNMENT));
    ALLOCATED.add(raw.capacity());
    int offset = raw.alignmentOffset(0, AlignedBuffers.ALIGNMENT);
    return raw.slice(offset == 0 ? 0 : AlignedBuffers.ALIGNMENT - offset, bytes);
  }
}
