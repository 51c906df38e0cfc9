package org.flashgrove.cli.design;

import java.nio.file.Path;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Creates an empty store. */
@Command(name = "create", description = "Create an empty store.")
public final class CreateCommand extends StoreCommand {
  /** Extent of an empty data set: minX is greater than maxX. */
  private static final double[] NO_EXTENT = {1, 0, 0, 0};

  @Parameters(paramLabel = "DIR", description = "Directory of the store, new or empty.")
  private Path directory;

  @Mixin private StoreOptionsGroup group = new StoreOptionsGroup();

  @Mixin private StructureSpecs specs = new StructureSpecs();

  @Mixin private TableOptionsGroup table = new TableOptionsGroup();

  CreateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    specs.requireAlone(group, table);
    if (specs.isAsked()) {
      return create(group.design(specs.given(NO_EXTENT)));
    }
    if (!table.isAsked() && group.isOfOtherKind()) {
      return create(group.otherDesign(NO_EXTENT));
    }
    if (table.isAsked()) {
      return createTable();
    }
    StoreOptions options = group.options();
    at(directory);
    Directories.requireNew(directory);
    SpatialStore.create(directory, options).close();
    Map<String, Object> members = JsonOutput.of(options);
    members.put("entries", 0);
    print(members);
    say("created %s: %s, %s, %s", directory, options.index(), options.flash(), options.device());
    if (options.device().startsWith("memory")) {
      say("the memory device keeps nothing: this was a check of the options");
      return 0;
    }
    if (!options.device().contains("placement=home")) {
      return 0;
    }
    say(
        "pages are written in place (placement=home): the store survives a killed process, but not"
            + " a power cut that tears a page");
    return 0;
  }

  private int create(StoreDesign design) {
    at(directory);
    Directories.requireNew(directory);
    Store.create(directory, design).close();
    Map<String, Object> members = JsonOutput.of(design);
    members.put("structures", design.specs());
    print(members);
    say("created %s: %s, %s", directory, design.specs(), design.device());
    return 0;
  }

  private int createTable() {
    TableOptions options = table.options(group, NO_EXTENT, table.finder().schema());
    at(directory);
    Directories.requireNew(directory);
    try (Table made = Table.create(directory, options)) {
      Map<String, Object> members = JsonOutput.of(options);
      members.put("table", JsonOutput.of(made));
      print(members);
    }
    say("created table %s: %s, %s", directory, options.indices(), options.device());
    return 0;
  }
}
