package org.flashgrove.cli.data;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.device.SimulatedDevices;
import org.flashgrove.simulator.figures.DeviceStats;
import org.flashgrove.simulator.figures.LatencyStats;
import org.flashgrove.simulator.figures.OperationKind;
import org.flashgrove.simulator.trace.AddressSpace;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.simulator.trace.ReplayStats;
import org.flashgrove.simulator.trace.TraceReplay;
import org.flashgrove.simulator.trace.TraceSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Replays a trace on a simulated device. */
@Command(name = "simulate", description = "Replay a trace on a simulated device.")
public final class SimulateCommand extends StoreCommand {
  /** Times at which requests are sent to the device. */
  private enum Pace {
    TRACE,
    CLOSED
  }

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      required = true,
      description = "File with the trace, optionally compressed with gzip.")
  private String trace;

  @Option(
      names = "--format",
      paramLabel = "FORM",
      defaultValue = "native",
      description = "Format of the trace: native, spc or msr (default: ${DEFAULT-VALUE}).")
  private TraceFiles.Format format;

  @Option(
      names = "--device",
      paramLabel = "SPEC",
      defaultValue = "nand:chip=thesis",
      description = "Simulated device (default: ${DEFAULT-VALUE}).")
  private String device;

  @Option(
      names = "--precondition",
      paramLabel = "HOW",
      defaultValue = "none",
      description =
          "What to write before the replay: none, seq (every page once), or random (as seq, then"
              + " random pages until the steady state) (default: ${DEFAULT-VALUE}).")
  private Preconditioning.Kind precondition;

  @Option(
      names = "--pace",
      defaultValue = "trace",
      description =
          "When requests arrive: trace (at the times in the trace) or closed (as soon as the queue"
              + " has room) (default: ${DEFAULT-VALUE}).")
  private Pace pace;

  @Option(
      names = "--on-error",
      paramLabel = "WHAT",
      defaultValue = "stop",
      description = "What to do at a malformed row: stop or skip (default: ${DEFAULT-VALUE}).")
  private InputOptions.OnError onError;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "42",
      description = "Seed of the random preconditioning (default: ${DEFAULT-VALUE}).")
  private long seed;

  private long skippedRows;

  SimulateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    SimulatedDevice simulated = open();
    AddressSpace space = addressSpace();
    long start = System.nanoTime();
    Preconditioning.Report prepared = Preconditioning.run(precondition, simulated, seed);
    ReplayStats replayed;
    try (TraceSource source = TraceFiles.open(trace, format, onError.silent())) {
      replayed = new TraceReplay(simulated, space, pace == Pace.TRACE).run(source);
    }
    double elapsedMillis = (System.nanoTime() - start) / 1e6;
    print(members(simulated, prepared, replayed, elapsedMillis));
    report(simulated, prepared, replayed, elapsedMillis);
    if (replayed.isSaturated()) {
      terminal()
          .err()
          .println(
              String.format(
                  Locale.ROOT,
                  "flashgrove: the device cannot keep up with the trace: the last request waited"
                      + " %.3f s for room in the queue, and latencies count such waits; --pace"
                      + " closed sends each request when there is room",
                  replayed.lateNanos() / 1e9));
    }
    return 0;
  }

  /** Opens the device. The device stores no page content, because a trace has none. */
  private SimulatedDevice open() {
    Spec spec = Spec.parse(device);
    if (!spec.has("content")) {
      String separator = spec.values().isEmpty() ? ":" : ",";
      spec = Spec.parse(spec + separator + "content=off");
    }
    return SimulatedDevices.of(spec).open();
  }

  /**
   * Reads a trace once before the replay, to find its units (disks). Places their address spaces
   * one after another in a single address space.
   */
  private AddressSpace addressSpace() {
    if (trace.equals("-")) {
      throw new IllegalArgumentException("--trace -: the trace is read twice; name a file");
    }
    if (!format.isCsv()) {
      return AddressSpace.single();
    }
    try (TraceSource source = TraceFiles.open(trace, format, reporting())) {
      AddressSpace space = AddressSpace.of(source);
      if (space.unitCount() == 0) {
        throw new InputException(
            trace, 0, "holds no requests", "rows of a trace in " + format + " form");
      }
      return space;
    }
  }

  private BadRowPolicy reporting() {
    return onError.reporting(terminal(), () -> skippedRows++);
  }

  private Map<String, Object> members(
      SimulatedDevice simulated,
      Preconditioning.Report prepared,
      ReplayStats replayed,
      double elapsedMillis) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("trace", trace);
    members.put("format", format.name().toLowerCase(Locale.ROOT));
    members.put("device", Spec.parse(device).toString());
    Map<String, Object> before = new LinkedHashMap<>();
    before.put("kind", precondition.name().toLowerCase(Locale.ROOT));
    before.put("pageWrites", prepared.pageWrites());
    before.put("windows", prepared.windows());
    before.put("writeAmplification", prepared.writeAmplification());
    before.put("steady", prepared.steady());
    before.put("virtualMicros", prepared.virtualNanos() / 1e3);
    members.put("precondition", before);
    members.put("requests", replayed.requests());
    members.put("skippedRows", skippedRows);
    members.put("bytesRead", replayed.bytesRead());
    members.put("bytesWritten", replayed.bytesWritten());
    members.put("readModifyWrites", replayed.readModifyWrites());
    members.put("foldedRequests", replayed.foldedRequests());
    members.put("failedReads", replayed.failedReads());
    members.put("pace", pace.name().toLowerCase(Locale.ROOT));
    members.put("lateMicros", replayed.lateNanos() / 1e3);
    members.put("saturated", replayed.isSaturated());
    DeviceMembers.add(members, DeviceMembers.of(simulated));
    members.put("elapsedMillis", elapsedMillis);
    return members;
  }

  private void report(
      SimulatedDevice simulated,
      Preconditioning.Report prepared,
      ReplayStats replayed,
      double elapsedMillis) {
    if (precondition != Preconditioning.Kind.NONE) {
      say(
          "before: %,d pages written, write amplification %.3f%s",
          prepared.pageWrites(),
          prepared.writeAmplification(),
          prepared.steady() ? "" : ", not steady yet");
    }
    DeviceStats figures = simulated.figures();
    say(
        "%,d requests in %.3f s of virtual time (%.0f ms of ours): %,d bytes read, %,d written",
        replayed.requests(),
        figures.virtualNanos() / 1e9,
        elapsedMillis,
        replayed.bytesRead(),
        replayed.bytesWritten());
    if (replayed.foldedRequests() > 0) {
      say(
          "%,d requests were beyond the end of the device; they went to their address modulo its"
              + " size",
          replayed.foldedRequests());
    }
    say(
        "page reads %,d, programs %,d, erases %,d, pages copied %,d; write amplification %.4f",
        figures.pageReads(),
        figures.pagePrograms(),
        figures.blockErases(),
        figures.gcCopies(),
        figures.writeAmplification());
    say("%-6s %12s %12s %12s %12s %12s", "µs", "requests", "p50", "p99", "p99.9", "longest");
    for (OperationKind kind : OperationKind.values()) {
      LatencyStats latency = simulated.latency(kind);
      if (latency.count() > 0) {
        say(
            "%-6s %,12d %,12.1f %,12.1f %,12.1f %,12.1f",
            kind.label(),
            latency.count(),
            latency.p50Nanos() / 1e3,
            latency.p99Nanos() / 1e3,
            latency.p999Nanos() / 1e3,
            latency.maxNanos() / 1e3);
      }
    }
  }
}
