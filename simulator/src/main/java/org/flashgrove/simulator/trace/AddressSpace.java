package org.flashgrove.simulator.trace;

import java.util.Map;
import java.util.TreeMap;

/** Positions of a trace's units on one device: one after the other in ascending order. */
public final class AddressSpace {
  private static final long ALIGNMENT = 1 << 20;

  private final Map<Integer, Long> bases = new TreeMap<>();
  private long sizeBytes;

  private AddressSpace() {}

  /** Returns the space of a trace of one unit, whose size need not be known. */
  public static AddressSpace single() {
    return new AddressSpace();
  }

  /** Reads a trace to its end to see how large each of its units is. */
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

  /** Returns where a unit begins; 0 if nothing is known of it. */
  long base(int unit) {
    return bases.isEmpty() ? 0 : bases.getOrDefault(unit, 0L);
  }

  /** Returns the number of units. */
  public int unitCount() {
    return bases.size();
  }

  /** Returns the bytes of all units, each rounded up to whole MiB. */
  public long sizeBytes() {
    return sizeBytes;
  }
}
