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

/** Options of a build. All of them require a simulated device. */
final class SimulationOptions {
  @Option(
      names = "--precondition",
      paramLabel = "HOW",
      defaultValue = "none",
      description =
          "What to write to a simulated device before the load: none, seq (every page once), or"
              + " random (as seq, then random pages until the steady state) (default:"
              + " ${DEFAULT-VALUE}).")
  private Preconditioning.Kind precondition;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "Record every request to a simulated device in this trace file, for 'simulate'.")
  private Path record;

  /**
   * Recording of the requests to a simulated device, if the user requested a trace. The recording
   * must be closed after the store.
   */
  record Recording(DeviceSetup setup, TraceWriter trace, OutputFile file) implements AutoCloseable {
    /** Creates a store on the prepared device. The device records the requests that it receives. */
    Store create(Path directory, StoreDesign design) {
      return Store.create(directory, design.withDevice(setup.before(design.device())));
    }

    /** Moves the trace to its final path. Called after the store is closed. */
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
   * Throws an exception if the user gave these options and the device is not a simulated page
   * device. Also throws an exception if the trace cannot be written, or if the trace file is one of
   * the files to read.
   *
   * @param read paths of the files that the command reads
   */
  void requireDevice(DeviceConfig device, List<String> read) {
    boolean preconditioned = precondition != Preconditioning.Kind.NONE;
    boolean fits = device.isSimulated() && device.blockBytes() == 0;
    if (!fits && (record != null || preconditioned)) {
      throw new IllegalArgumentException(
          (preconditioned ? "--precondition" : "--record")
              + ": needs a simulated device with pages; use --device nand:... or hdd:...");
    }
    OutputFiles.require("--record", record);
    OutputFiles.requireOther("--record", record, "--data", read);
  }

  /** Begins to record a trace if the user requested one. */
  Recording begin() throws IOException {
    if (record == null) {
      return new Recording(new DeviceSetup(precondition, device -> device), null, null);
    }
    OutputFile file = OutputFile.named(record.toString());
    TraceWriter trace = TraceWriter.to(file.open(), file.name(), true);
    return new Recording(
        new DeviceSetup(precondition, device -> new RecordingDevice(device, trace)), trace, file);
  }

  /** Prints one line of statistics. Prints nothing if {@code figures} is null. */
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
