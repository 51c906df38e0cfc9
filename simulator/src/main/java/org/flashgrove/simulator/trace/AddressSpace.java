package org.flashgrove.simulator.trace;

import java.util.Map;
import java.util.TreeMap;

/**
 * Maps the address spaces of a trace, such as disks, to one device. An address space is called a
 * unit and has a number. Units are placed on the device one after another, in ascending order of
 * their numbers.
 */
public final class AddressSpace {
  private static final long ALIGNMENT = 1 << 20;

  private final Map<Integer, Long> bases = new TreeMap<>();
  private long sizeBytes;

  private AddressSpace() {}

  /**
   * Returns the address space of a trace with a single unit. The unit begins at the start of the
   * device and may have any size.
   */
  public static AddressSpace single() {
    return new AddressSpace();
  }

  /** Reads a complete trace and determines the size of each unit from it. */
  public static AddressSpace of(TraceSource trace) {
    AddressSpace space = new AddressSpace();
    Map<Integer, Long> ends = new TreeMap<>();
    TraceRequest request = new TraceRequest();
    while (trace.next(request)) {
      ends.merge(request.unit(), request.offsetBytes() + request.lengthBytes(), Math::max);
    }
    ends.forEach(
        (unit, end) -> {
          space.bases.put(unit, space.sizeBytes);
          space.sizeBytes += (end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        });
    return space;
  }

  /**
   * Returns the offset in bytes at which a unit begins on the device, or 0 if the unit is unknown.
   */
  long base(int unit) {
    return bases.isEmpty() ? 0 : bases.getOrDefault(unit, 0L);
  }

  /** Returns the number of units. */
  public int unitCount() {
    return bases.size();
  }

  /** Returns the sum of the sizes of all units in bytes, each rounded up to a multiple of 1 MiB. */
  public long sizeBytes() {
    return sizeBytes;
  }
}
