package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.table.Table;
import org.flashgrove.storage.log.Recovery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Replays the log, brings everything to the device, and says what was done. */
@Command(name = "recover", description = "Replay the log and say what was done.")
final class RecoverCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  RecoverCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Map<String, Object> members = new LinkedHashMap<>();
    if (Table.isTable(directory)) {
      try (Table table = openTable(directory)) {
        table.flush();
        addTo(members, table.recovery(), table.size());
        members.put("table", Members.of(table));
        members.put("io", Members.of(table.io()));
        members.put("log", Members.of(table.figures().log()));
        DeviceMembers.add(members, DeviceMembers.of(table));
        tell(members, table.recovery());
        say("the table holds %,d records", table.size());
      }
    } else {
      try (SpatialStore store = open(directory)) {
        store.flush();
        addTo(members, store.recovery(), store.size());
        Members.addTraffic(members, store.figures());
        DeviceMembers.add(members, DeviceMembers.of(store));
        tell(members, store.recovery());
        say("the store holds %,d entries", store.size());
      }
    }
    return 0;
  }

  private static void addTo(Map<String, Object> members, Recovery recovery, long entries) {
    members.put("frames", recovery.frames());
    members.put("operations", recovery.operations());
    members.put("changesApplied", recovery.changesApplied());
    members.put("changesOnDevice", recovery.changesOnDevice());
    members.put("tornBytes", recovery.tornBytes());
    members.put("entries", entries);
  }

  private void tell(Map<String, Object> members, Recovery recovery) {
    print(members);
    say(
        "%,d operations in the log: %,d changes replayed, %,d were on the device already",
        recovery.operations(), recovery.changesApplied(), recovery.changesOnDevice());
  }
}
