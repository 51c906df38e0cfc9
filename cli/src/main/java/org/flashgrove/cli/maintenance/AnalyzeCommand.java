package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.table.Table;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.core.spec.SpecException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Saves statistics of the indexes of tables, from which planners estimate costs. */
@Command(
    name = "analyze",
    description = {
      "Read statistics of all indexes of tables, and save them in the store's directory.",
      "Queries then know the costs of plans when the store opens. Statistics are ignored"
          + " after the number of entries has changed by an eighth."
    })
public final class AnalyzeCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  AnalyzeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    Map<String, Object> members = new LinkedHashMap<>();
    try (Store store = openStore(directory)) {
      List<Table> tables = Table.allOf(store);
      if (tables.isEmpty()) {
        throw new SpecException(directory + ": the store has no table; analyze needs one");
      }
      Map<String, Object> pages = new LinkedHashMap<>();
      for (Table table : tables) {
        long read = table.analyze();
        pages.put(table.name(), read);
        say(
            "%s: read %s of %s",
            table.name(),
            Numbers.counted(read, "page"),
            Numbers.counted(table.indices().size(), "index"));
      }
      members.put("pages", pages);
      members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    }
    print(members);
    return 0;
  }
}
