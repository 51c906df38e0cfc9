package org.flashgrove.cli.command;

import java.nio.file.Path;
import org.flashgrove.access.Store;
import picocli.CommandLine.Option;

/** Option that names the structure of a store. */
public final class StructureOption {
  @Option(
      names = "--structure",
      paramLabel = "NAME",
      description = "Name of the structure, if the store has several (default: the only one).")
  private String name;

  /** Returns whether the user gave this option. */
  public boolean isGiven() {
    return name != null;
  }

  /**
   * Returns the structure that the user named, without opening the store.
   *
   * @throws IllegalArgumentException if there is no such structure, or if the user named none and
   *     the store has several structures; the message lists the allowed names
   */
  ChosenStructure in(Path directory) {
    return ChosenStructure.of(directory, Store.designOf(directory), "--structure", name);
  }

  /**
   * Returns the structure that the user named, without opening the store. Throws an exception for
   * an index of a table, which must be changed and queried through its table.
   */
  public ChosenStructure ownIn(Path directory) {
    return in(directory).requireOwn();
  }
}
