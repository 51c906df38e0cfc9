package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;

/** Moves entries from their old rectangles to new ones, or gives records new geometries. */
@Command(
    name = "update",
    description = {
      "Move entries, or change the geometries of records.",
      "Each row has an id, the old rectangle and the new one:"
          + " id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy. A store with ids also accepts"
          + " short rows, with the id and the new rectangle (id,x,y | id,minx,miny,maxx,maxy |"
          + " id,wkt). In a table, a long row finds the record by id and old bounding rectangle,"
          + " and replaces its geometry by the new rectangle or point. Short rows need an index on"
          + " the key. Attributes change only if the file has them."
    })
public final class UpdateCommand extends EditCommand {
  UpdateCommand(Terminal terminal) {
    super(terminal, RowChange.UPDATE);
  }
}
