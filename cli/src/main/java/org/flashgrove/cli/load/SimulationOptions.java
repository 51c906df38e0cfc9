package org.flashgrove.cli.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.cli.command.OutputFiles;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.datasets.file.OutputFile;
import org.flashgrove.simulator.store.DeviceSetup;
import org.flashgrove.simulator.trace.Preconditioning;
import org.flashgrove.simulator.trace.RecordingDevice;
import org.flashgrove.simulator.trace.TraceWriter;
import org.flashgrove.storage.device.DeviceConfig;
import picocli.CommandLine.Option;

/** The options of a build that only a simulated device has. */
final class SimulationOptions {
  @Option(
      names = "--precondition",
      paramLabel = "HOW",
      defaultValue = "none",
      description =
          "A simulated device before the load: none; seq, every page written once; random, then"
              + " overwritten to steady state (default: ${DEFAULT-VALUE}).")
  private Preconditioning.Kind precondition;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Write every request to a simulated device to this trace, for 'simulate'.")
  private Path record;

  /** A recording under way, or none; to be closed after the store. */
  record Recording(DeviceSetup setup, TraceWriter trace, OutputFile file) implements AutoCloseable {
    /** Creates a store on a device that this happens to before. */
    Store create(Path directory, StoreDesign design) {
      return Store.create(directory, design.withDevice(setup.before(design.device())));
    }

    /** Moves the trace to its final path after the store is closed. */
    void complete() {
      if (trace != null) {
        trace.close();
        file.complete();
      }
    }

    @Override
    public void close() {
      if (trace != null) {
        try (file) {
          trace.close();
        }
      }
    }
  }

  /**
   * Refuses these options without a simulated device that has pages alone, and a trace that cannot
   * be written, or is one of the files to be read.
   */
  void requireDevice(DeviceConfig device, List<String> read) {
    boolean preconditioned = precondition != Preconditioning.Kind.NONE;
    boolean fits = device.isSimulated() && device.blockBytes() == 0;
    if (!fits && (record != null || preconditioned)) {
      throw new IllegalArgumentException(
          (preconditioned ? "--precondition" : "--record")
              + " needs a simulated device of pages (allowed: --device nand:..., hdd:...)");
    }
    OutputFiles.require("--record", record);
    OutputFiles.requireOther("--record", record, "--data", read);
  }

  /** Begins to record, if that was asked for. */
  Recording begin() throws IOException {
    if (record == null) {
      return new Recording(new DeviceSetup(precondition, device -> device), null, null);
    }
    OutputFile file = OutputFile.named(record.toString());
    TraceWriter trace = TraceWriter.to(file.open(), file.name(), true);
    return new Recording(
        new DeviceSetup(precondition, device -> new RecordingDevice(device, trace)), trace, file);
  }

  /** One line of figures for people, if there are any. */
  static void report(StoreCommand command, Map<String, Object> figures) {
    if (figures != null) {
      command.say(
          "simulated device: %,d page reads, %,d programs, %,d erases, write amplification %.3f,"
              + " %.3f s of virtual time",
          figures.get("pageReads"),
          figures.get("pagePrograms"),
          figures.get("blockErases"),
          figures.get("writeAmplification"),
          (double) figures.get("virtualMicros") / 1e6);
    }
  }
}
