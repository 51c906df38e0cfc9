package org.flashgrove.cli;

import picocli.CommandLine.Command;

/** Inserts entries or records from files. */
@Command(name = "insert", description = "Insert entries or records from files.")
final class InsertCommand extends MaintenanceCommand {
  InsertCommand(Terminal terminal) {
    super(terminal, RowChange.INSERT);
  }
}
