package org.flashgrove.cli;

import java.util.Map;
import org.flashgrove.cli.command.StoreCommand;
import org.flashgrove.cli.command.Terminal;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Prints a script with which a shell completes the names of commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and options in bash and zsh.",
      "The shell reads it by:",
      "source <(flashgrove completion)"
    })
final class CompletionCommand extends StoreCommand {
  CompletionCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public Integer call() {
    CommandLine all = Main.commandLine(terminal());
    String script = AutoComplete.bash(all.getCommandName(), all);
    print(Map.of("script", script));
    say("%s", script);
    return 0;
  }
}
