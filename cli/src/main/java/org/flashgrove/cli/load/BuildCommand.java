package org.flashgrove.cli.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.design.BulkOptions;
import org.flashgrove.cli.design.StoreOptionsGroup;
import org.flashgrove.cli.design.StructureSpecs;
import org.flashgrove.cli.design.TableOptionsGroup;
import org.flashgrove.cli.input.AttributeFinder;
import org.flashgrove.cli.input.CheckedFiles;
import org.flashgrove.cli.input.InputOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a store, loads data files, and runs query files in the same process. */
@Command(name = "build", description = "Create a store and load data files.")
public final class BuildCommand extends StoreCommand {
  private static final double[] UNKNOWN_EXTENT = {0, 0, 0, 0};

  @Parameters(paramLabel = "DIR", description = "Directory of the store, new or empty.")
  private Path directory;

  @Mixin private StoreOptionsGroup group = new StoreOptionsGroup();
  @Mixin private StructureSpecs specs = new StructureSpecs();
  @Mixin private TableOptionsGroup table = new TableOptionsGroup();
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private BulkOptions bulk = new BulkOptions();
  @Mixin private SimulationOptions simulation = new SimulationOptions();

  @Option(
      names = "--no-final-flush",
      description = "Do not write buffered changes to pages at the end; they remain in the log.")
  private boolean noFinalFlush;

  @Option(
      names = "--queries",
      paramLabel = "FILE",
      arity = "1..*",
      description = "Files of query windows to run after the load, with warm buffers.")
  private List<String> queryFiles = List.of();

  @Option(
      names = "--replace",
      description = "Replace the existing store in DIR once the new store is complete.")
  private boolean replace;

  /**
   * Directory in which the store is built. If it replaces a store, this is a directory next to that
   * store.
   */
  private Path place;

  private String consequence = "";

  BuildCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    StructureLoad load = new StructureLoad(this, input, bulk);
    group.preferTree(bulk.isOfTrees());
    boolean replaces = replace && Directories.isFilled(directory);
    place = replaces ? Directories.toReplace(directory) : directory;
    // errors are reported before data are read
    AttributeFinder attributes = table.finder();
    ChosenStructure wanted = wanted(UNKNOWN_EXTENT, null);
    load.requireFits(wanted);
    simulation.requireDevice(group.device(), input.files());
    at(directory);
    Directories.requireNew(place, ", or replace a store with --replace");
    load.ask(queryFiles);
    try (CheckedFiles files = new CheckedFiles(terminal(), input, wanted.forms())) {
      files.find(table.isAsked() ? attributes : null);
      long rows = load.check(files, wanted);
      note(files.notes());
      ChosenStructure made = wanted(files.extent(), attributes.schema());
      make(
          () -> {
            try (SimulationOptions.Recording recording = simulation.begin()) {
              try (Store store = recording.create(place, made.design())) {
                load.run(store, made, files, rows, !noFinalFlush);
              }
              recording.complete();
            }
          });
    }
    if (replaces) {
      Directories.replace(directory, place);
    }
    return 0;
  }

  /**
   * Returns the structure to create and load.
   *
   * @param extent minX, minY, maxX, maxY of all data
   * @param schema attributes of the data
   */
  private ChosenStructure wanted(double[] extent, Schema schema) {
    specs.requireAlone(group, table);
    if (specs.isAsked()) {
      return specs.toLoad(place, group.design(specs.given(extent)));
    }
    if (!table.isAsked() && group.isOfOtherKind()) {
      return new ChosenStructure(place, group.otherDesign(extent), SpatialStore.INDEX);
    }
    return table.isAsked()
        ? new ChosenStructure(place, table.options(group, extent, schema).design(), Table.NAME)
        : new ChosenStructure(place, group.optionsFor(extent).design(), SpatialStore.INDEX);
  }

  /** Work that creates and fills the store. */
  private interface Making {
    void run() throws IOException;
  }

  /**
   * Runs work that creates and fills the store. If the work fails, removes the incomplete store.
   */
  private void make(Making making) throws IOException {
    boolean wasThere = Files.exists(place);
    boolean done = false;
    try {
      making.run();
      done = true;
    } finally {
      if (!done) {
        removeHalfMade(wasThere);
      }
    }
  }

  @Override
  public String consequence() {
    return consequence;
  }

  private void removeHalfMade(boolean wasThere) {
    try {
      Directories.empty(place);
      if (!wasThere) {
        Directories.remove(place);
      }
      String kept = place.equals(directory) ? "" : ", the previous store is unchanged";
      consequence = directory + ": what was built so far is removed" + kept;
    } catch (UncheckedIOException e) {
      terminal().err().println("flashgrove: " + e.getMessage());
    }
  }
}
