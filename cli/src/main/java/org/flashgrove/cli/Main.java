package org.flashgrove.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Entrance of the command line: prints the usage and hands over to a command. */
@Command(
    name = "flashgrove",
    description = "Spatial access methods for flash storage.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  private Main() {}

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  /**
   * Runs one command and ends the JVM with its exit code.
   *
   * @param args command, options and arguments
   */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }
}
