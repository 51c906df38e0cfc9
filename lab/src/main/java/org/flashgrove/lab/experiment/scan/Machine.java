package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.store.DeviceCosts;
import org.flashgrove.simulator.store.SimulatedCosts;
import org.flashgrove.simulator.trace.ClosedLoop;

/**
 * A modelled device with a copy of table and index for each user, and the users' temporary space on
 * another one.
 */
final class Machine {
  private static final int FILL_PAGES = 1024;
  private static final long SPARE = 1L << 28;
  private static final int CALIBRATED_PAGES = 33 * 2048;

  /** A device of flash as the paper's idea of one; of the spec, size and content are added. */
  static final String NAND = "nand:channels=8,ways=4";

  /** Simulated flash with a queue that starts one read of each die in turn. */
  static final String PICKING_NAND = NAND + ",reorder=on";

  /** The disk of the paper's table 1. */
  static final String HDD = "hdd";

  private final String kind;
  private final String temporaryKind;
  private final SimulatedDevice device;
  private final long stride;
  private final int factor;

  /**
   * A device with copies of a table on it.
   *
   * @param kind spec of the device for table and index
   * @param temporaryKind of the one for temporary space
   * @param users most users there will be
   */
  Machine(String kind, String temporaryKind, int tablePages, int users) {
    this.kind = kind;
    this.temporaryKind = temporaryKind;
    // odd, so that equal pages of several users are on different dies
    stride = tablePages | 1;
    device = open(kind, users * stride);
    factor = SampleTable.PAGE_BYTES / device.pageBytes();
    long pages = users * stride * factor;
    for (long page = 0; page < pages; page += FILL_PAGES) {
      device.write(page, (int) Math.min(FILL_PAGES, pages - page), Origin.PRECONDITION, null);
    }
    device.resetFigures();
  }

  private Machine(Machine other, String temporaryKind) {
    kind = other.kind;
    device = other.device;
    stride = other.stride;
    factor = other.factor;
    this.temporaryKind = temporaryKind;
  }

  /** Returns the same machine with temporary space on another device. */
  Machine withTemporary(String otherKind) {
    return new Machine(this, otherKind);
  }

  private static SimulatedDevice open(String kind, long pages) {
    long bytes = pages * SampleTable.PAGE_BYTES;
    long size = bytes + bytes / 8 + SPARE;
    String more = "content=off,size=" + size;
    if (kind.startsWith("nand")) {
      more += ",timing=parallel";
    }
    return SimulatedDevices.of(Spec.parse(kind + (kind.contains(":") ? "," : ":") + more)).open();
  }

  /** Returns the page costs of a device kind according to its own timing. */
  static DeviceCosts costs(String kind, int unitPages) {
    return SimulatedCosts.measure(open(kind, CALIBRATED_PAGES), SampleTable.PAGE_BYTES, unitPages);
  }

  String kind() {
    return kind;
  }

  String temporaryKind() {
    return temporaryKind;
  }

  /**
   * Result of a run.
   *
   * @param virtualNanos until the last user is done
   * @param pagesRead pages of records and leaves that a user read from the device, on average
   */
  record Outcome(long virtualNanos, double pagesRead) {
    long virtualMicros() {
      return Math.round(virtualNanos / 1000.0);
    }
  }

  /**
   * Lets users make the same calls, each in its own copies.
   *
   * @param cachePages pages of a cache that all share; 0 for none
   * @param temporaryPages temporary space of a user
   */
  Outcome run(CallTrace trace, int users, long cachePages, long temporaryPages) {
    BufferCache cache = cachePages == 0 ? null : new BufferCache(cachePages);
    List<SimulatedDevice> devices = new ArrayList<>(List.of(device));
    SimulatedDevice temporary = null;
    if (temporaryPages > 0) {
      temporary = open(temporaryKind, users * (temporaryPages | 1));
      temporary.arriveAt(device.nowNanos());
      devices.add(temporary);
    }
    List<User> clients = new ArrayList<>();
    for (int user = 0; user < users; user++) {
      clients.add(new User(trace, user, cache, temporary, temporaryPages | 1));
    }
    long nanos = ClosedLoop.run(devices, clients);
    long read = clients.stream().mapToLong(client -> client.pagesRead).sum();
    return new Outcome(nanos, (double) read / users);
  }

  /** One user's way through a trace. */
  private final class User implements ClosedLoop.Client {
    private final CallTrace trace;
    private final int number;
    private final BufferCache cache;
    private final SimulatedDevice temporary;
    private final long temporaryStride;
    private int at;
    private long pagesRead;

    User(
        CallTrace trace,
        int number,
        BufferCache cache,
        SimulatedDevice temporary,
        long temporaryStride) {
      this.trace = trace;
      this.number = number;
      this.cache = cache;
      this.temporary = temporary;
      this.temporaryStride = temporaryStride;
    }

    @Override
    public boolean call(ClosedLoop.Call call) {
      boolean requested = false;
      while (at < trace.size() && !requested) {
        do {
          requested |= request(call);
          at++;
        } while (at < trace.size() && trace.isTogether(at));
      }
      return requested;
    }

    /** Requests a run, unless it is in the cache; whether it did. */
    private boolean request(ClosedLoop.Call call) {
      long slot = trace.slot(at);
      int count = trace.count(at);
      if (trace.isTemporary(at)) {
        int pages = SampleTable.PAGE_BYTES / temporary.pageBytes();
        long first = (number * temporaryStride + slot) * pages;
        if (trace.isWrite(at)) {
          call.write(temporary, first, count * pages, Origin.TEMP);
        } else {
          call.read(temporary, first, count * pages, Origin.TEMP);
        }
        return true;
      }
      if (cache != null && count == 1 && cache.use(number, slot)) {
        return false;
      }
      pagesRead += count;
      call.read(device, (number * stride + slot) * factor, count * factor, Origin.HEAP);
      return true;
    }
  }
}
