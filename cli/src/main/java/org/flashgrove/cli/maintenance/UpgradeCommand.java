package org.flashgrove.cli.maintenance;

import java.nio.file.Path;
import org.flashgrove.access.maintenance.ClosedStore;
import org.flashgrove.access.maintenance.FormatUpgrade;
import org.flashgrove.cli.command.JsonOutput;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Converts a store of an older format version to the current one. */
@Command(
    name = "upgrade",
    description = {
      "Upgrade a store or table to the newest format version.",
      "Stores of older formats also open without an upgrade. The command rewrites the description"
          + " (store.meta). It rebuilds indexes that keep 8 bytes of a text, UUID or decimal, so"
          + " that they contain whole values. A format that is newer than the program is refused"
          + " (exit code 3)."
    })
public final class UpgradeCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store or table.")
  private Path directory;

  UpgradeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    FormatUpgrade upgrade = ClosedStore.upgrade(directory);
    print(JsonOutput.of(upgrade));
    if (upgrade.from() == upgrade.to()) {
      say("%s has format %d, the present one", directory, upgrade.to());
    } else {
      say("%s: format %d instead of %d", directory, upgrade.to(), upgrade.from());
    }
    if (!upgrade.rebuilt().isEmpty()) {
      say("rebuilt with whole values: %s", String.join(", ", upgrade.rebuilt()));
    }
    return 0;
  }
}
