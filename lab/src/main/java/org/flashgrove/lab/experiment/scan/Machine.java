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
 * A modelled device with a copy of table and index for each user, and a second device with the
 * temporary space of all users. Users are the concurrent clients of an experiment.
 */
final class Machine {
  private static final int FILL_PAGES = 1024;
  private static final long SPARE = 1L << 28;
  private static final int CALIBRATED_PAGES = 33 * 2048;

  /**
   * Spec of a flash device like that of Lee et al. (2011). The code appends the size and the
   * content.
   */
  static final String NAND = "nand:channels=8,ways=4";

  /**
   * Spec of a flash device that reorders reads. Its dies take turns, and each die gets one read at
   * a time.
   */
  static final String PICKING_NAND = NAND + ",reorder=on";

  /** Spec of the disk in table 1 of Lee et al. (2011). */
  static final String HDD = "hdd";

  private final String kind;
  private final String temporaryKind;
  private final SimulatedDevice device;
  private final long stride;
  private final int factor;

  /**
   * Creates a device with copies of a table.
   *
   * @param kind spec of the device for table and index
   * @param temporaryKind spec of the device for temporary space
   * @param users maximum number of users
   */
  Machine(String kind, String temporaryKind, int tablePages, int users) {
    this.kind = kind;
    this.temporaryKind = temporaryKind;
    // The distance between two copies is odd, so that the same page of different users is on
    // different dies.
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

  /**
   * Returns a machine with the same device for tables, and with temporary space on another device.
   */
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

  /**
   * Returns the time that a device needs for a page, computed from the timing of its kind.
   *
   * @param kind spec of the device
   * @param unitPages number of pages that a sort reads or writes together
   */
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
   * @param virtualNanos time until the last user has finished
   * @param pagesRead average number of record pages and leaves that a user read from the device
   */
  record Outcome(long virtualNanos, double pagesRead) {
    long virtualMicros() {
      return Math.round(virtualNanos / 1000.0);
    }
  }

  /**
   * Runs the calls of a trace for several users at once. Each user has its own copies of table,
   * index and temporary space.
   *
   * @param cachePages number of pages in a cache that all users share; 0 for none
   * @param temporaryPages size of a user's temporary space in pages
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

  /** One user, who repeats the calls of the trace, with the user's position in the trace. */
  private final class User implements ClosedLoop.Client {
    private final List<CallTrace.Run> runs;
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
      runs = trace.runs();
      this.number = number;
      this.cache = cache;
      this.temporary = temporary;
      this.temporaryStride = temporaryStride;
    }

    @Override
    public boolean call(ClosedLoop.Call call) {
      boolean requested = false;
      while (at < runs.size() && !requested) {
        do {
          requested |= request(call, runs.get(at++));
        } while (at < runs.size() && runs.get(at).isTogether());
      }
      return requested;
    }

    /** Requests a run of pages unless it is in the cache. Returns whether the run was requested. */
    private boolean request(ClosedLoop.Call call, CallTrace.Run run) {
      long slot = run.slot();
      int count = run.count();
      if (run.isTemporary()) {
        int pages = SampleTable.PAGE_BYTES / temporary.pageBytes();
        long first = (number * temporaryStride + slot) * pages;
        if (run.isWrite()) {
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
