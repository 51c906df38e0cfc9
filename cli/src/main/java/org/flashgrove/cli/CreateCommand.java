package org.flashgrove.cli;

import java.nio.file.Path;
import java.util.Map;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Creates an empty store. */
@Command(name = "create", description = "Create an empty store.")
final class CreateCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "Directory of the store, new or empty.")
  private Path directory;

  @Mixin private StoreOptionsGroup group = new StoreOptionsGroup();

  CreateCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    StoreOptions options = group.options();
    Directories.requireNew(directory);
    SpatialStore.create(directory, options).close();
    Map<String, Object> members = Members.of(options);
    members.put("entries", 0);
    print(members);
    say("created %s: %s, %s, %s", directory, options.index(), options.flash(), options.device());
    if (options.device().startsWith("memory")) {
      say("the memory device keeps nothing: this was a check of the options");
      return 0;
    }
    if (!options.device().contains("placement=home")) {
      return 0;
    }
    say(
        "pages are written in place (placement=home): the store survives a killed process, but not a"
            + " power cut that tears a page");
    return 0;
  }
}
