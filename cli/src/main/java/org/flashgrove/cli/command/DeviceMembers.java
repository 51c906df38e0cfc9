package org.flashgrove.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Cause;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.simulator.figures.WriteMatrix;
import org.flashgrove.unitspace.UnitFileStats;

/**
 * Member {@code nand} of the JSON objects that commands print. It contains the statistics of a
 * simulated device since its last reset.
 */
public final class DeviceMembers {
  /** Name of the JSON member with the statistics of a simulated device. */
  public static final String NAME = "nand";

  private static final String WRITE_AMPLIFICATION = "writeAmplification";
  private static final String HOST_AMPLIFICATION = "hostAmplification";
  private static final String FLASH_AMPLIFICATION = "flashAmplification";
  private static final String FLASH_BYTES_PER_ENTRY = "flashBytesPerEntry";
  private static final String WRITES = "writes";
  private static final String UNIT_FILE = "unitFile";
  private static final double NANOS_PER_MICRO = 1e3;

  private DeviceMembers() {}

  /**
   * Adds the member {@link #NAME} with the statistics {@code figures} to {@code members}. Does
   * nothing if {@code figures} is null.
   */
  public static void add(Map<String, Object> members, Map<String, Object> figures) {
    if (figures != null) {
      members.put(NAME, figures);
    }
  }

  /**
   * Returns the statistics of the simulated device of a store. Returns null if the store has no
   * such device.
   */
  public static Map<String, Object> of(Store store) {
    SimulatedDevice device = store.device(SimulatedDevice.class);
    return device == null ? null : of(device);
  }

  /** Resets the statistics of the simulated device of a store, if it has one. */
  public static void reset(Store store) {
    SimulatedDevice device = store.device(SimulatedDevice.class);
    if (device != null) {
      device.resetFigures();
    }
  }

  public static Map<String, Object> of(SimulatedDevice device) {
    DeviceStats figures = device.figures();
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("pageReads", figures.pageReads());
    members.put("pagePrograms", figures.pagePrograms());
    members.put("blockErases", figures.blockErases());
    members.put("gcCopies", figures.gcCopies());
    members.put(WRITE_AMPLIFICATION, figures.writeAmplification());
    addWrites(members, figures.writes());
    members.put("virtualMicros", figures.virtualMicros());
    members.put("hostPageReads", figures.hostPageReads());
    members.put("hostPageWrites", figures.hostPageWrites());
    members.put("hostPageTrims", figures.hostPageTrims());
    members.put("flushes", figures.flushes());
    members.put("readRetries", figures.readRetries());
    members.put("uncorrectableReads", figures.uncorrectableReads());
    members.put("badBlocks", figures.badBlocks());
    members.put("busyMicros", figures.busy().totalNanos() / NANOS_PER_MICRO);
    members.put("wear", wear(device));
    Map<String, Object> latencies = new LinkedHashMap<>();
    for (OperationKind kind : OperationKind.values()) {
      addLatency(latencies, kind, device.latency(kind));
    }
    members.put("latencyMicros", latencies);
    members.put("origins", origins(device, figures));
    return members;
  }

  /**
   * Returns the 99th percentile of write latencies in microseconds, or 0 if there were no writes.
   *
   * @param members statistics that {@link #of} returned
   */
  public static double writeP99Micros(Map<String, Object> members) {
    Map<?, ?> latencies = (Map<?, ?>) members.get("latencyMicros");
    Map<?, ?> writes = (Map<?, ?>) latencies.get(OperationKind.WRITE.label());
    return writes == null ? 0 : (double) writes.get("p99");
  }

  /**
   * Adds wear, clock and number of programmed pages of the simulated device of a store, counted
   * since the device was new. For a store in units of a real file, adds the counts of the units.
   */
  public static void addState(Map<String, Object> members, Store store) {
    addUnits(members, store);
    SimulatedDevice device = store.device(SimulatedDevice.class);
    if (device != null) {
      addWritesSinceNew(members, device, store.size());
      members.put("wear", wear(device));
      members.put("virtualMicros", device.nowNanos() / NANOS_PER_MICRO);
    }
  }

  /**
   * Adds the counts of the units that contain the files of a store: space, bytes written and units
   * discarded since the store was opened. Does nothing if the store is not in units of a real file.
   */
  public static void addUnits(Map<String, Object> members, Store store) {
    UnitFileStats units = store.device(UnitFileStats.class);
    if (units != null) {
      members.put(UNIT_FILE, units.members());
    }
  }

  private static void addWritesSinceNew(
      Map<String, Object> members, SimulatedDevice device, long entries) {
    WriteMatrix writes = device.writesSinceNew();
    if (writes.total() == 0) {
      return; // nothing was written, or the model does not count writes
    }
    members.put(WRITE_AMPLIFICATION, writes.deviceAmplification());
    addWrites(members, writes);
    if (entries > 0) {
      double bytes = (double) writes.total() * device.pageBytes();
      members.put(FLASH_BYTES_PER_ENTRY, bytes / entries);
    }
  }

  private static void addWrites(Map<String, Object> members, WriteMatrix writes) {
    members.put(HOST_AMPLIFICATION, writes.hostAmplification());
    members.put(FLASH_AMPLIFICATION, writes.amplification());
    members.put(WRITES, writes(writes));
  }

  /** Returns lines of text about the members that {@link #addState} added. */
  public static List<String> state(Map<String, Object> members) {
    List<String> lines = new ArrayList<>();
    if (members.get(UNIT_FILE) instanceof Map<?, ?> units) {
      units.forEach(
          (name, value) -> {
            String form = value instanceof Long ? "%-16s %,15d" : "%-16s %15s";
            lines.add(String.format(Locale.ROOT, form, UNIT_FILE + "." + name, value));
          });
    }
    if (members.get(WRITES) instanceof Map<?, ?> parts) {
      lines.add(
          String.format(
              Locale.ROOT,
              "write amplification: device %.3f, host %.3f, product %.3f",
              members.get(WRITE_AMPLIFICATION),
              members.get(HOST_AMPLIFICATION),
              members.get(FLASH_AMPLIFICATION)));
      if (members.get(FLASH_BYTES_PER_ENTRY) instanceof Double bytes) {
        lines.add(String.format(Locale.ROOT, "%.1f bytes of flash programmed per entry", bytes));
      }
      parts.forEach(
          (part, causes) ->
              ((Map<?, ?>) causes)
                  .forEach(
                      (cause, pages) ->
                          lines.add(
                              String.format(
                                  Locale.ROOT, "%-24s %,15d pages", part + "." + cause, pages))));
    }
    return lines;
  }

  /**
   * Returns the number of pages programmed as nested JSON members: first by the kind of data in the
   * pages, such as leaf nodes or the log, and then by the reason of the write. Omits zeros.
   */
  private static Map<String, Object> writes(WriteMatrix writes) {
    Map<String, Object> parts = new LinkedHashMap<>();
    for (Origin part : Origin.values()) {
      Map<String, Object> causes = new LinkedHashMap<>();
      for (Cause cause : Cause.values()) {
        long pages = writes.of(part, cause);
        if (pages > 0) {
          causes.put(cause.label(), pages);
        }
      }
      if (!causes.isEmpty()) {
        parts.put(part.label(), causes);
      }
    }
    return parts;
  }

  /** Returns the distribution of erases over the blocks since the device was new. */
  private static Map<String, Object> wear(SimulatedDevice device) {
    Map<String, Object> erases = JsonOutput.of(device.wear());
    erases.remove("badBlocks"); // a member of the statistics
    return erases;
  }

  private static Map<String, Object> origins(SimulatedDevice device, DeviceStats figures) {
    Map<String, Object> origins = new LinkedHashMap<>();
    for (Origin origin : Origin.values()) {
      long reads = figures.reads().of(origin);
      long programs = figures.programs().of(origin);
      long erases = figures.erases().of(origin);
      Map<String, Object> latencies = new LinkedHashMap<>();
      for (OperationKind kind : OperationKind.values()) {
        addLatency(latencies, kind, device.latency(kind, origin));
      }
      if (reads + programs + erases > 0 || !latencies.isEmpty()) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("reads", reads);
        members.put("programs", programs);
        members.put("erases", erases);
        members.put("latencyMicros", latencies);
        origins.put(origin.label(), members);
      }
    }
    return origins;
  }

  private static void addLatency(
      Map<String, Object> latencies, OperationKind kind, LatencyStats figures) {
    if (figures.count() > 0) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("count", figures.count());
      members.put("mean", figures.meanNanos() / NANOS_PER_MICRO);
      members.put("p50", figures.p50Nanos() / NANOS_PER_MICRO);
      members.put("p90", figures.p90Nanos() / NANOS_PER_MICRO);
      members.put("p99", figures.p99Nanos() / NANOS_PER_MICRO);
      members.put("p999", figures.p999Nanos() / NANOS_PER_MICRO);
      members.put("p9999", figures.p9999Nanos() / NANOS_PER_MICRO);
      members.put("max", figures.maxNanos() / NANOS_PER_MICRO);
      latencies.put(kind.label(), members);
    }
  }
}
