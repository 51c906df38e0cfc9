package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;

/** Moves entries from old rectangles to new ones, or gives records new geometries. */
@Command(
    name = "update",
    description = {
      "Move entries, or change the geometries of records.",
      "Each row has an id, the old rectangle and the new one:"
          + " id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy. A store with ids also accepts"
          + " rows with the id and the new rectangle (id,x,y | id,minx,miny,maxx,maxy | id,wkt). In"
          + " a table, the first form gives the record with the old bounds a rectangle or point as"
          + " geometry; the second form needs an index on the key. Keys and attributes do not"
          + " change."
    })
public final class UpdateCommand extends EditCommand {
  UpdateCommand(Terminal terminal) {
    super(terminal, RowChange.UPDATE);
  }
}
