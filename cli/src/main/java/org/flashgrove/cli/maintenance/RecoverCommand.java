package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flashgrove.access.Store;
import org.flashgrove.cli.command.DeviceMembers;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.Numbers;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import org.flashgrove.storage.log.Recovery;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Replays the log of a store, writes everything to the device, and reports what was done. */
@Command(name = "recover", description = "Replay the log, and print what was replayed.")
public final class RecoverCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  RecoverCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    Map<String, Object> members = new LinkedHashMap<>();
    try (Store store = openStore(directory)) {
      store.flush();
      Recovery recovery = store.recovery();
      members.put("frames", recovery.frames());
      members.put("operations", recovery.operations());
      members.put("changesApplied", recovery.changesApplied());
      members.put("changesOnDevice", recovery.changesOnDevice());
      members.put("tornBytes", recovery.tornBytes());
      members.put("entries", store.size());
      JsonOutput.addTables(members, store);
      JsonOutput.addTraffic(members, store.stats());
      DeviceMembers.add(members, DeviceMembers.of(store));
      print(members);
      say(
          "%s in the log: %s replayed, %,d on the device already",
          Numbers.counted(recovery.operations(), "operation"),
          Numbers.counted(recovery.changesApplied(), "change"),
          recovery.changesOnDevice());
      String kind = store.design().isOneTable() ? "table" : "store";
      say("the %s holds %s", kind, Numbers.counted(store.size(), JsonOutput.entryOf(store)));
    }
    return 0;
  }
}
