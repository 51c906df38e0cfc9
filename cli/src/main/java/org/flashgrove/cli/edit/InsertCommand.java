package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Inserts entries or records from files. */
@Command(name = "insert", description = "Insert entries or records from files.")
public final class InsertCommand extends EditCommand {
  @Option(
      names = "--replace",
      description =
          "Replace existing records with the same key, or existing rectangles with the same id."
              + " This requires a table with an index on the key, or a store with ids.")
  private boolean replace;

  InsertCommand(Terminal terminal) {
    super(terminal, RowChange.INSERT);
  }

  @Override
  boolean replaces() {
    return replace;
  }
}
