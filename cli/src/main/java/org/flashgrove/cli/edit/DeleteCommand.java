package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;

/** Deletes entries given by id and rectangle, or records. */
@Command(
    name = "delete",
    description = {
      "Delete entries given by id and rectangle; of a store with ids also by id alone (rows id).",
      "Of a table: records given by id and geometry, id and its bounding rectangle, or, with an"
          + " index on the key, by id alone (rows id)."
    })
public final class DeleteCommand extends EditCommand {
  DeleteCommand(Terminal terminal) {
    super(terminal, RowChange.DELETE);
  }
}
