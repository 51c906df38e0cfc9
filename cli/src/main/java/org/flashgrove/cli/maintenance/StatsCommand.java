package org.flashgrove.cli.maintenance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.design.StoreDesign;
import org.flashgrove.access.kind.Structure;
import org.flashgrove.access.metrics.BlockStats;
import org.flashgrove.access.structure.SpatialStructure;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.cli.input.InputOptions;
import org.flashgrove.core.structure.LevelStructure;
import org.flashgrove.core.structure.TreeStructure;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints statistics of the structure of a store, or of data files. */
@Command(name = "stats", description = "Print statistics of a store or of data files.")
public final class StatsCommand extends StoreCommand {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIR",
      description = "Directory of the store or table; not allowed with --data.")
  private Path directory;

  @ArgGroup(exclusive = false)
  private InputOptions data;

  @Mixin private StructureOption choice = new StructureOption();

  @Spec private CommandSpec spec;

  StatsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() throws IOException {
    if (data != null) {
      return new DataStats(this, data).show(directory);
    }
    if (directory == null) {
      throw new ParameterException(
          spec.commandLine(), "stats: nothing to describe; give DIR or --data FILE");
    }
    StoreDesign design = Store.designOf(directory);
    if (!choice.isGiven() && ChosenStructure.own(design).size() > 1) {
      return storeStats(design);
    }
    ChosenStructure chosen = choice.ownIn(directory);
    if (chosen.isTable()) {
      return tableStats(chosen);
    }
    try (Store store = openForReading(chosen)) {
      Structure structure = store.structure(chosen.name());
      Map<String, Object> members = JsonOutput.of(chosen);
      addMetric(members, chosen);
      members.put("entries", structure.size());
      if (structure instanceof SpatialStructure tree) {
        return treeStats(store, chosen, tree, members);
      }
      Map<String, Object> ofBlocks = new LinkedHashMap<>();
      BlockStats blocks = structure.stats().blocks();
      if (blocks != null) {
        ofBlocks.putAll(blocks.members(chosen.design().pageSize()));
        members.put(blocks.kind(), ofBlocks);
      }
      JsonOutput.addRawFlash(members, structure);
      Map<String, Long> files = addFiles(members, store);
      print(members);
      sayForm(chosen, blocks == null);
      say("%s", Numbers.counted(structure.size(), "entry"));
      int width = ofBlocks.keySet().stream().mapToInt(String::length).max().orElse(0);
      String label = "%-" + Math.max(width, 16) + "s ";
      ofBlocks.forEach(
          (each, value) -> say(label + (value instanceof Long ? "%,15d" : "%15s"), each, value));
      if (members.get(JsonOutput.RAW_FLASH) instanceof Map<?, ?> figures) {
        figures.forEach((name, value) -> say("%-16s %,15d", name, ((Number) value).longValue()));
      }
      sayFiles(files, members);
      return 0;
    }
  }

  private static void addMetric(Map<String, Object> members, ChosenStructure chosen) {
    if (!chosen.isOfPairs()) {
      members.put("metric", chosen.metric().name());
      members.put("unit", chosen.metric().unit());
    }
  }

  private void sayMetric(ChosenStructure chosen) {
    if (!chosen.isOfPairs()) {
      say("distances: %s, in %s", chosen.metric().name(), chosen.metric().unit());
    }
  }

  private Map<String, Long> addFiles(Map<String, Object> members, Store store) {
    Map<String, Long> files = Directories.fileSizes(directory);
    members.put("files", files);
    DeviceMembers.addState(members, store);
    return files;
  }

  private void sayFiles(Map<String, Long> files, Map<String, Object> members) {
    files.forEach((name, bytes) -> say("%-16s %,15d bytes", name, bytes));
    DeviceMembers.state(members).forEach(line -> say("%s", line));
  }

  private void sayForm(ChosenStructure chosen, boolean isBuffered) {
    StoreDesign design = chosen.design();
    say(
        "%s%s on %s, pages of %d bytes, sync %s",
        chosen.spec(),
        isBuffered ? " over " + design.flash() : "",
        design.device(),
        design.pageSize(),
        design.sync());
    sayMetric(chosen);
  }

  /** Prints the statistics of a store with several structures. */
  private int storeStats(StoreDesign design) {
    try (Store store = openStoreForReading(directory)) {
      Map<String, Object> members = JsonOutput.of(design);
      List<Map<String, Object>> structures = new ArrayList<>();
      for (Structure structure : store.structures()) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("name", structure.name());
        figures.put("spec", structure.spec());
        figures.put("entries", structure.size());
        structures.add(figures);
        say("%-16s %,12d  %s", structure.name(), structure.size(), structure.spec());
      }
      members.put("structures", structures);
      members.put("entries", store.size());
      JsonOutput.addTables(members, store);
      Map<String, Long> files = addFiles(members, store);
      print(members);
      sayFiles(files, members);
      return 0;
    }
  }

  private int treeStats(
      Store store, ChosenStructure chosen, SpatialStructure index, Map<String, Object> members) {
    TreeStructure structure = index.structure();
    boolean isChained = index.hasOverflowNodes();
    members.put("height", structure.height());
    members.put("internalNodes", structure.internalNodes());
    members.put("leafNodes", structure.leafNodes());
    members.put("internalEntries", structure.internalEntries());
    members.put("leafEntries", structure.entries());
    members.put("averageEntries", structure.averageEntries());
    members.put("averageCoverageArea", structure.averageCoverageArea());
    members.put("averageOverlapArea", structure.averageOverlapArea());
    members.put("averageDeadSpaceArea", structure.averageDeadSpaceArea());
    if (isChained) {
      members.put("overflow", JsonOutput.overflow(structure));
    }
    members.put("levels", levels(structure));
    Map<String, Long> files = addFiles(members, store);
    print(members);
    sayForm(chosen, true);
    say("%s, height %d", Numbers.counted(index.size(), "entry"), structure.height());
    say(
        "%6s %10s %12s %7s %14s %14s %14s",
        "level", "nodes", "entries", "fill", "coverage", "overlap", "dead space");
    for (LevelStructure level : structure.levels()) {
      say(
          "%6d %,10d %,12d %6.1f%% %14.6g %14.6g %14.6g",
          level.level(),
          level.nodes(),
          level.entries(),
          100 * level.averageFill(),
          level.coverageArea(),
          level.overlapArea(),
          level.deadSpaceArea());
    }
    say(
        "a node has on average %.1f entries, coverage %.6g, overlap %.6g, dead space %.6g",
        structure.averageEntries(),
        structure.averageCoverageArea(),
        structure.averageOverlapArea(),
        structure.averageDeadSpaceArea());
    if (isChained) {
      say("overflow: %s", JsonOutput.overflow(structure));
    }
    sayFiles(files, members);
    return 0;
  }

  private static List<Map<String, Object>> levels(TreeStructure structure) {
    List<Map<String, Object>> levels = new ArrayList<>();
    for (LevelStructure level : structure.levels()) {
      Map<String, Object> figures = new LinkedHashMap<>();
      figures.put("level", level.level());
      figures.put("nodes", level.nodes());
      figures.put("entries", level.entries());
      figures.put("averageFill", level.averageFill());
      figures.put("coverageArea", level.coverageArea());
      figures.put("overlapArea", level.overlapArea());
      figures.put("deadSpaceArea", level.deadSpaceArea());
      figures.put("averageEntries", level.averageEntries());
      figures.put("averageCoverageArea", level.averageCoverageArea());
      figures.put("averageOverlapArea", level.averageOverlapArea());
      figures.put("averageDeadSpaceArea", level.averageDeadSpaceArea());
      levels.add(figures);
    }
    return levels;
  }

  private int tableStats(ChosenStructure chosen) {
    try (Table table = openTableForReading(chosen)) {
      Map<String, Object> members = JsonOutput.of(table.options());
      if (!chosen.isWhole()) {
        members.put("structure", chosen.name());
      }
      addMetric(members, chosen);
      members.put("table", JsonOutput.of(table));
      sayMetric(chosen);
      Map<String, Object> entries = new LinkedHashMap<>();
      for (TableIndex index : table.indices()) {
        entries.put(index.name(), index.size());
        say("index %s: %s, %s", index.name(), index.spec(), Numbers.counted(index.size(), "entry"));
      }
      members.put("indexEntries", entries);
      Map<String, Long> files = addFiles(members, table.store());
      print(members);
      say(
          "%s on %s",
          Numbers.counted(table.size(), "record"), Numbers.counted(table.pageCount(), "page"));
      sayFiles(files, members);
      return 0;
    }
  }
}
