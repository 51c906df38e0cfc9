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
          "Of a table with an index on the key, or a store with ids: rows take the place of the"
              + " records or rectangles of their keys or ids.")
  private boolean replace;

  InsertCommand(Terminal terminal) {
    super(terminal, RowChange.INSERT);
  }

  @Override
  boolean replaces() {
    return replace;
  }
}
