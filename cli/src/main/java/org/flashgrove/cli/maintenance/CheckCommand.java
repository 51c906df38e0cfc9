package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableCheck;
import org.flashgrove.cli.command.ChosenStructure;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.StructureOption;
import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * Verifies a store: its pages, the invariants of its trees, and whether indexes agree with their
 * tables.
 */
@Command(name = "check", description = "Verify a store.")
public final class CheckCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Mixin private StructureOption structure = new StructureOption();

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    ChosenStructure chosen = structure.isGiven() ? structure.ownIn(directory) : null;
    try (Store store = openStoreForReading(directory)) {
      StoreCheck report = chosen == null ? TableCheck.of(store) : check(store, chosen);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("ok", report.ok());
      members.put("pages", report.pages());
      members.put("entries", report.entries());
      members.put("problemCount", report.problemCount());
      members.put("problems", report.problems());
      members.put("notFinite", report.notFinite());
      members.put("notes", report.notes());
      members.put("tornBytes", store.recovery().tornBytes());
      if (chosen != null) {
        members.put("structure", chosen.name());
      }
      JsonOutput.addTables(members, store);
      print(members);
      report.problems().forEach(problem -> say("%s", problem));
      say(
          "%s: %s, %s, %s",
          report.ok() ? "ok" : "NOT OK",
          Numbers.counted(report.pages(), "page"),
          Numbers.counted(
              report.entries(),
              chosen == null ? JsonOutput.entryOf(store) : chosen.isTable() ? "record" : "entry"),
          Numbers.counted(report.problemCount(), "problem"));
      if (report.notFinite() > 0) {
        say(
            "geometries with a NaN or infinite coordinate, which an older version stored: %,d;"
                + " queries may skip them: update these geometries",
            report.notFinite());
      }
      report.notes().forEach(note -> say("%s", note));
      if (!report.ok()) {
        say("%s", remedy(directory.toString()));
      }
      return report.ok() ? 0 : Failures.DIFFERENT;
    }
  }

  /** Verifies one structure. For a table, also verifies its indexes. */
  private static StoreCheck check(Store store, ChosenStructure chosen) {
    return chosen.isTable()
        ? Table.of(store, chosen.name()).check()
        : StoreCheck.of(List.of(store.structure(chosen.name())));
  }
}
