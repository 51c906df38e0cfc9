package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;

/**
 * Deletes entries of an index, each given by its id and rectangle, or records of a table, each
 * given by its key.
 */
@Command(
    name = "delete",
    description = {
      "Delete entries or records.",
      "Each row names an entry by its id and rectangle. A store with ids also accepts rows with"
          + " only an id. For a table, a row has the id and either the geometry or its bounding"
          + " rectangle; with an index on the key, the id is enough."
    })
public final class DeleteCommand extends EditCommand {
  DeleteCommand(Terminal terminal) {
    super(terminal, RowChange.DELETE);
  }
}
