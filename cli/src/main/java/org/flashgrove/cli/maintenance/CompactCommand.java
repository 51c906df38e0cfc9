package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.access.metrics.CompactionStats;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Frees unused space of a store or a table. */
@Command(
    name = "compact",
    description = {
      "Move pages to the front of the file, shorten the file, and empty the log.",
      "Stale entries of indexes with lazy maintenance are removed.",
      "Trees and records do not change. With placement=home no page moves; only free pages at the"
          + " end of the file are cut off."
    })
public final class CompactCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  CompactCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    long start = System.nanoTime();
    Map<String, Object> members = new LinkedHashMap<>();
    try (Store store = openStore(directory)) {
      long stale = clean(store);
      CompactionStats figures = store.compact();
      members.put("entries", store.size());
      members.put("staleEntries", stale);
      members.putAll(JsonOutput.of(figures));
      members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
      say(
          "%,d pages instead of %,d (%,d moved), a log of %,d bytes instead of %,d",
          figures.pagesAfter(),
          figures.pagesBefore(),
          figures.pagesMoved(),
          figures.logBytesAfter(),
          figures.logBytesBefore());
      JsonOutput.addTables(members, store);
      DeviceMembers.add(members, DeviceMembers.of(store));
    }
    print(members);
    return 0;
  }

  /**
   * Removes stale entries, which no longer match a record, from lazily maintained indexes. Returns
   * the number of removed entries.
   */
  private static long clean(Store store) {
    long stale = 0;
    for (Table table : Table.allOf(store)) {
      for (TableIndex index : table.indices()) {
        stale += table.clean(index.name());
      }
    }
    return stale;
  }
}
