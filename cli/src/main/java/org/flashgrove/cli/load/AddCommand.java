package org.flashgrove.cli.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.design.BulkOptions;
import org.flashgrove.cli.design.StructureSpecs;
import org.flashgrove.cli.input.CheckedFiles;
import org.flashgrove.cli.input.InputOptions;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Adds structures to an existing store. The new structures may be empty or filled with data. */
@Command(
    name = "add",
    description = {
      "Add structures to a store that was created with --structure, or indexes to a table.",
      "Data files are loaded into one of the new structures. New indexes of a table are filled from"
          + " its records; if the store is a single table, use --structure table.NAME=SPEC. New"
          + " structures have the device, page size, sync mode and buffer of the store."
    })
public final class AddCommand extends StoreCommand {
  private static final double[] UNIT_SQUARE = {0, 0, 1, 1};

  @Parameters(paramLabel = "DIR", description = "Directory of the store.")
  private Path directory;

  @Mixin private StructureSpecs specs = new StructureSpecs();

  @ArgGroup(exclusive = false)
  private InputOptions input;

  @Mixin private BulkOptions bulk = new BulkOptions();

  private String consequence = "";

  AddCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (!specs.isAsked()) {
      throw new IllegalArgumentException(
          "add: no structure given; give one or more --structure NAME=SPEC");
    }
    StoreDesign before = Store.designOf(directory);
    StoreDesign wanted = before.with(specs.given(UNIT_SQUARE));
    if (input == null) {
      bulk.requireUnasked();
      add(before, specs.given(UNIT_SQUARE));
      Map<String, Object> members = JsonOutput.of(wanted);
      members.put("structures", wanted.specs());
      print(members);
      List<String> added = new ArrayList<>();
      specs.given(UNIT_SQUARE).forEach((name, spec) -> added.add(name + "=" + spec));
      say("added to %s: %s", directory, String.join(", ", added));
      return 0;
    }
    load(specs.toLoad(directory, wanted));
    return 0;
  }

  /**
   * Adds all empty structures in one step. Then adds and fills new indexes of existing tables, one
   * after the other.
   */
  private void add(StoreDesign before, Map<String, String> given) {
    Map<String, String> fresh = new LinkedHashMap<>(given);
    fresh.keySet().removeIf(name -> before.structures().containsKey(StoreDesign.tableOf(name)));
    try (Store store = openStore(directory)) {
      if (!fresh.isEmpty()) {
        store.add(fresh);
      }
      for (Map.Entry<String, String> each : given.entrySet()) {
        String name = each.getKey();
        if (!fresh.containsKey(name)) {
          Table table = Table.of(store, StoreDesign.tableOf(name));
          String index = name.substring(table.name().length() + 1) + "=" + each.getValue();
          try (Progress progress = new Progress(terminal(), name, table.size())) {
            table.addIndex(index, progress::stepTo);
          }
        }
      }
    }
  }

  private void load(ChosenStructure wanted) throws IOException {
    StructureLoad load = new StructureLoad(this, input, bulk);
    load.requireFits(wanted);
    try (CheckedFiles files = new CheckedFiles(terminal(), input, wanted.forms())) {
      long rows = load.check(files, wanted);
      note(files.notes());
      ClosedStore.add(directory, specs.given(files.extent()));
      consequence = directory + ": has structure '" + wanted.name() + "' with what was loaded";
      ChosenStructure made = specs.toLoad(directory, Store.designOf(directory));
      try (Store store = openStore(directory)) {
        load.run(store, made, files, rows, false);
      }
      consequence = "";
    }
  }

  @Override
  public String consequence() {
    return consequence;
  }
}
