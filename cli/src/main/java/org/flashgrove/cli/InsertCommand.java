package org.flashgrove.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Inserts entries or records from files. */
@Command(name = "insert", description = "Insert entries or records from files.")
final class InsertCommand extends MaintenanceCommand {
  @Option(
      names = "--replace",
      description =
          "Of a table with an index on the key: rows take the place of the records of their keys.")
  private boolean replace;

  InsertCommand(Terminal terminal) {
    super(terminal, RowChange.INSERT);
  }

  @Override
  boolean replaces() {
    return replace;
  }
}
