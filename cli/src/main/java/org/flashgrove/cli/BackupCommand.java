package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.flashgrove.access.Backup;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.indexes.check.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a store or a table, beside others that read it. */
@Command(
    name = "backup",
    description = {
      "Copy a store or table as its newest commit left it.",
      "The store is only read, beside other commands that read it; a program that has it open for"
          + " changes makes backups itself. A copy that was interrupted is not a store."
    })
final class BackupCommand extends StoreCommand {
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
    boolean isTable = Table.isTable(directory);
    if (isTable) {
      copyTable(members);
    } else {
      copyStore(members);
    }
    members.put("elapsedMillis", (System.nanoTime() - start) / 1e6);
    boolean ok = !check || (isTable ? isSoundTable(members) : isSound(members));
    print(members);
    say(
        "%s: %,d %s, %,d pages copied from %s",
        target,
        members.get("entries"),
        isTable ? "records" : "entries",
        members.get("pages"),
        directory);
    if (check) {
      say(ok ? "ok: the copy was verified" : "NOT OK: see 'check %s'", target);
    }
    return ok ? 0 : Failures.DIFFERENT;
  }

  private void copyStore(Map<String, Object> members) {
    try (SpatialStore store = SpatialStore.openReadOnly(directory)) {
      Backup backup = copy(progress -> store.backup(target, progress));
      IndexedBounds.copy(directory, target);
      addTo(members, backup, store.size());
    }
  }

  private void copyTable(Map<String, Object> members) {
    try (Table table = Table.openReadOnly(directory)) {
      Backup backup = copy(progress -> table.backup(target, progress));
      addTo(members, backup, table.size());
      members.put("table", Members.of(table));
    }
  }

  private static void addTo(Map<String, Object> members, Backup backup, long entries) {
    members.put("commit", backup.commitNumber());
    members.put("entries", entries);
    members.put("pages", backup.pages());
    members.put("pageBytes", backup.pageBytes());
  }

  private Backup copy(Function<Backup.Progress, Backup> copying) {
    Progress[] bar = new Progress[1];
    try {
      return copying.apply(
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
    try (SpatialStore copy = SpatialStore.openReadOnly(target)) {
      CheckReport report = copy.tree().check(true);
      boolean same = Long.valueOf(copy.size()).equals(members.get("entries"));
      members.put("ok", report.ok() && same);
      return report.ok() && same;
    }
  }

  private boolean isSoundTable(Map<String, Object> members) {
    try (Table copy = Table.openReadOnly(target)) {
      boolean same = Long.valueOf(copy.size()).equals(members.get("entries"));
      boolean ok = copy.check().ok() && same;
      members.put("ok", ok);
      return ok;
    }
  }
}
