package org.flashgrove.cli;

import org.flashgrove.access.SpatialStore;
import picocli.CommandLine.Command;

/** Deletes entries given by id and rectangle. */
@Command(name = "delete", description = "Delete entries given by id and rectangle.")
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
}
