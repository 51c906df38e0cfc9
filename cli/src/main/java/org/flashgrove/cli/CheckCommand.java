package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreCheck;
import org.flashgrove.access.table.TableCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Verifies a store: every page, every rule of its trees, and that its tables are in step. */
@Command(name = "check", description = "Verify a store.")
final class CheckCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  CheckCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    try (Store store = openStoreForReading(directory)) {
      StoreCheck report = TableCheck.of(store);
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("ok", report.ok());
      members.put("pages", report.pages());
      members.put("entries", report.entries());
      members.put("problemCount", report.problemCount());
      members.put("problems", report.problems());
      members.put("tornBytes", store.recovery().tornBytes());
      Members.addTables(members, store);
      print(members);
      report.problems().forEach(problem -> say("%s", problem));
      say(
          "%s: %,d pages, %,d %s, %,d problems",
          report.ok() ? "ok" : "NOT OK",
          report.pages(),
          report.entries(),
          Members.entriesOf(store),
          report.problemCount());
      return report.ok() ? 0 : Failures.DIFFERENT;
    }
  }
}
