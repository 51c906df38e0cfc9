package org.flashgrove.cli.command;

import java.nio.file.Path;
import org.flashgrove.access.Store;
import picocli.CommandLine.Option;

/** The option that names the structure of a store that a command works on. */
public final class StructureOption {
  @Option(
      names = "--structure",
      paramLabel = "NAME",
      description = "The structure of a store of several (default: the only one).")
  private String name;

  /** Returns whether the option names a structure. */
  public boolean isGiven() {
    return name != null;
  }

  /**
   * Finds the structure in a store, which is not opened.
   *
   * @throws IllegalArgumentException if there is none of the name, or no name was given where there
   *     are several; names what is allowed
   */
  ChosenStructure in(Path directory) {
    return ChosenStructure.of(directory, Store.designOf(directory), "--structure", name);
  }

  /**
   * Finds it as {@link #in} does, and refuses an index of a table, which changes and queries of the
   * table keep in step.
   */
  public ChosenStructure ownIn(Path directory) {
    return in(directory).requireOwn();
  }
}
