package org.flashgrove.cli;

import org.flashgrove.access.SpatialStore;
import picocli.CommandLine.Command;

/** Deletes entries given by id and rectangle. */
@Command(
    name = "delete",
    description = {
      "Delete entries given by id and rectangle.",
      "Of a table: records given by id and geometry, id and its bounding rectangle, or, with an"
          + " index on the key, by id alone (rows id)."
    })
final class DeleteCommand extends MaintenanceCommand {
  DeleteCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean apply(SpatialStore store, long id, double minX, double minY, double maxX, double maxY) {
    return store.delete(id, minX, minY, maxX, maxY);
  }

  @Override
  String done() {
    return "deleted";
  }

  @Override
  TableChange tableChange() {
    return TableChange.DELETE;
  }
}
