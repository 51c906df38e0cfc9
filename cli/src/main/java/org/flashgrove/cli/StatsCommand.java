package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Laboratory;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.indexes.structure.LevelStructure;
import org.flashgrove.indexes.structure.TreeStructure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Figures of a tree's structure. */
@Command(name = "stats", description = "Show structure figures of a store.")
final class StatsCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  StatsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (Table.isTable(directory)) {
      return tableStats();
    }
    try (SpatialStore store = openForReading(directory)) {
      if (!store.isTree()) {
        return groveStats(store);
      }
      TreeStructure structure = Laboratory.tree(store.index()).structure();
      Map<String, Object> members = Members.of(store.options());
      members.put("entries", store.size());
      members.put("height", structure.height());
      members.put("internalNodes", structure.internalNodes());
      members.put("leafNodes", structure.leafNodes());
      members.put("internalEntries", structure.internalEntries());
      members.put("leafEntries", structure.entries());
      members.put("averageEntries", structure.averageEntries());
      members.put("averageCoverageArea", structure.averageCoverageArea());
      members.put("averageOverlapArea", structure.averageOverlapArea());
      members.put("averageDeadSpaceArea", structure.averageDeadSpaceArea());
      if (Laboratory.tree(store.index()).isChained()) {
        members.put("overflow", Members.overflow(structure));
      }
      members.put("levels", levels(structure));
      Map<String, Long> files = Directories.fileSizes(directory);
      members.put("files", files);
      DeviceMembers.addState(members, store.store());
      print(members);
      say(
          "%s over %s on %s, pages of %d bytes, sync %s",
          store.options().index(),
          store.options().flash(),
          store.options().device(),
          store.options().pageSize(),
          store.options().sync());
      say("%,d entries, height %d", store.size(), structure.height());
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
      if (Laboratory.tree(store.index()).isChained()) {
        say("overflow: %s", Members.overflow(structure));
      }
      files.forEach((name, bytes) -> say("%-12s %,15d bytes", name, bytes));
      return 0;
    }
  }

  private int groveStats(SpatialStore store) {
    Map<String, Object> members = Members.of(store.options());
    members.put("entries", store.size());
    Map<String, Object> grove =
        Members.of(store.metrics().first().grove(), store.options().pageSize());
    members.put("grove", grove);
    Map<String, Long> files = Directories.fileSizes(directory);
    members.put("files", files);
    DeviceMembers.addState(members, store.store());
    print(members);
    say(
        "%s on %s, pages of %d bytes, sync %s",
        store.options().index(),
        store.options().device(),
        store.options().pageSize(),
        store.options().sync());
    say("%,d entries", store.size());
    grove.forEach((name, value) -> say("%-16s %,15d", name, (Long) value));
    files.forEach((name, bytes) -> say("%-16s %,15d bytes", name, bytes));
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

  private int tableStats() {
    try (Table table = openTableForReading(directory)) {
      Map<String, Object> members = Members.of(table.options());
      members.put("table", Members.of(table));
      Map<String, Object> entries = new LinkedHashMap<>();
      for (TableIndex index : table.indices()) {
        entries.put(index.name(), index.size());
        say("index %s: %s, %,d entries", index.name(), index.spec(), index.size());
      }
      members.put("indexEntries", entries);
      Map<String, Long> files = Directories.fileSizes(directory);
      members.put("files", files);
      print(members);
      say("%,d records on %,d pages", table.size(), table.pageCount());
      files.forEach((name, bytes) -> say("%-12s %,15d bytes", name, bytes));
      return 0;
    }
  }
}
