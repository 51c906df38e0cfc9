package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.Backup;
import org.flashgrove.access.Store;
import org.flashgrove.access.table.TableCheck;
import org.flashgrove.cli.command.Directories;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.IndexedBounds;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.Progress;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.TableSystem;
import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a store or a table while other processes may read it. */
@Command(
    name = "backup",
    description = {
      "Copy a store or table at its newest commit.",
      "The command only reads the store, which other processes may have open. An interrupted copy"
          + " is not a store."
    })
public final class BackupCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  @Option(
      names = "--to",
      required = true,
      paramLabel = "DIR2",
      description = "Directory of the copy, new or empty.")
  private Path target;

  @Option(names = "--check", description = "Verify the copy afterwards.")
  private boolean check;

  BackupCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Directories.requireNew(target);
    long start = System.nanoTime();
    Map<String, Object> members = new LinkedHashMap<>();
    String content;
    try (Store store = Store.openReadOnly(directory)) {
      Backup backup = copy(store);
      IndexedBounds.copy(directory, target);
      TableSystem.copy(directory, target);
      members.put("commit", backup.commitNumber());
      members.put("entries", store.size());
      members.put("pages", backup.pages());
      members.put("pageBytes", backup.pageBytes());
      JsonOutput.addTables(members, store);
      content = Numbers.counted(store.size(), JsonOutput.entryOf(store));
    }
    members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    boolean ok = !check || isSound(members);
    print(members);
    say(
        "%s: %s, %s copied from %s",
        target,
        content,
        Numbers.counted(((Number) members.get("pages")).longValue(), "page"),
        directory);
    if (check) {
      say(ok ? "ok: the copy was verified" : "NOT OK: see 'check %s'", target);
    }
    return ok ? 0 : Failures.DIFFERENT;
  }

  private Backup copy(Store store) {
    Progress[] bar = new Progress[1];
    try {
      return store.backup(
          target,
          (copied, total) -> {
            if (bar[0] == null) {
              bar[0] = new Progress(terminal(), "pages", total);
            }
            bar[0].stepTo(copied);
          });
    } finally {
      if (bar[0] != null) {
        bar[0].close();
      }
    }
  }

  private boolean isSound(Map<String, Object> members) {
    try (Store copy = Store.openReadOnly(target)) {
      boolean same = Long.valueOf(copy.size()).equals(members.get("entries"));
      boolean ok = TableCheck.of(copy).ok() && same;
      members.put("ok", ok);
      return ok;
    }
  }
}
