package org.flashgrove.cli;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.cli.command.CommandProvider;

/** Finds the commands of other modules, which are registered as services. */
final class ContributedCommands {
  private static final String LAB = "flashgrove-lab.jar is missing; put it next to flashgrove.jar";

  private static final String PEERS =
      "benchmarks.jar is missing; add it to the class path, as './flashgrove bench' does";

  /** Advice to print for a command whose module is missing, by the name of the command. */
  private static final Map<String, String> REMEDIES =
      Map.of("run", LAB, "report", LAB, "compare", LAB, "advise", LAB, "bench", PEERS);

  private ContributedCommands() {}

  /** Returns the commands of those other modules that are on the class path. */
  static List<Class<?>> present() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .flatMap(provider -> provider.get().commands().stream())
        .<Class<?>>map(command -> command)
        .toList();
  }

  /** Returns whether a command belongs to another module. */
  static boolean isContributed(String command) {
    return REMEDIES.containsKey(command);
  }

  /** Returns the message for a command whose module is not on the class path. */
  static String missing(String command) {
    return "command '" + command + "': " + REMEDIES.get(command);
  }
}
