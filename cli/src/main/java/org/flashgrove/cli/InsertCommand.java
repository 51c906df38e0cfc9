package org.flashgrove.cli;

import org.flashgrove.access.SpatialStore;
import picocli.CommandLine.Command;

/** Inserts entries from files. */
@Command(name = "insert", description = "Insert entries or records from files.")
final class InsertCommand extends MaintenanceCommand {
  InsertCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean apply(SpatialStore store, long id, double minX, double minY, double maxX, double maxY) {
    store.insert(id, minX, minY, maxX, maxY);
    return true;
  }

  @Override
  String done() {
    return "inserted";
  }

  @Override
  TableChange tableChange() {
    return TableChange.INSERT;
  }
}
