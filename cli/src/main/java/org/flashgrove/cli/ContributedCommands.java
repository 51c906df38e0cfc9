package org.flashgrove.cli;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.flashgrove.cli.command.CommandProvider;

/** Commands of other modules, which join the command line as services. */
final class ContributedCommands {
  private static final String LAB = "flashgrove-lab.jar";

  /** Jars by the commands that they add, for the message where a jar is missing. */
  private static final Map<String, String> JARS =
      Map.of("run", LAB, "report", LAB, "compare", LAB, "advise", LAB, "bench", "benchmarks.jar");

  private ContributedCommands() {}

  /** Returns the commands of all modules on the class path. */
  static List<Class<?>> present() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .flatMap(provider -> provider.get().commands().stream())
        .<Class<?>>map(command -> command)
        .toList();
  }

  /** Returns whether another module has the command. */
  static boolean isContributed(String command) {
    return JARS.containsKey(command);
  }

  /** Returns what to do about a command whose module is not on the class path. */
  static String missing(String command) {
    String jar = JARS.get(command);
    return "command '%s': %s is missing; put it beside flashgrove.jar or on the class path"
        .formatted(command, jar);
  }
}
