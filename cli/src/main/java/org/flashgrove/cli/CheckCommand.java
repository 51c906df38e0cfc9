package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableCheck;
import org.flashgrove.indexes.check.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Verifies a store: every page, every rule of the tree. */
@Command(name = "check", description = "Verify a store.")
final class CheckCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    if (Table.isTable(directory)) {
      return checkTable();
    }
    try (SpatialStore store = openForReading(directory)) {
      CheckReport report = store.tree().check(true);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("ok", report.ok());
      members.put("pages", report.nodes());
      members.put("entries", report.entries());
      members.put("problemCount", report.problemCount());
      members.put("problems", report.problems());
      members.put("tornBytes", store.recovery().tornBytes());
      print(members);
      report.problems().forEach(problem -> say("%s", problem));
      say(
          "%s: %,d pages, %,d entries, %,d problems",
          report.ok() ? "ok" : "NOT OK", report.nodes(), report.entries(), report.problemCount());
      return report.ok() ? 0 : Failures.DIFFERENT;
    }
  }

  private int checkTable() {
    try (Table table = openTableForReading(directory)) {
      TableCheck.Report report = table.check();
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("ok", report.ok());
      members.put("pages", report.pages());
      members.put("entries", report.records());
      members.put("problemCount", report.problems().size());
      members.put("problems", report.problems());
      members.put("tornBytes", table.recovery().tornBytes());
      members.put("table", Members.of(table));
      print(members);
      report.problems().forEach(problem -> say("%s", problem));
      say(
          "%s: %,d pages, %,d records, %,d problems",
          report.ok() ? "ok" : "NOT OK",
          report.pages(),
          report.records(),
          report.problems().size());
      return report.ok() ? 0 : Failures.DIFFERENT;
    }
  }
}
