package org.flashgrove.cli.edit;

import org.flashgrove.cli.command.Terminal;
import picocli.CommandLine.Command;

/** Moves entries from old rectangles to new ones, or gives records new geometries. */
@Command(
    name = "update",
    description = {
      "Move entries: rows id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy; of a store with"
          + " ids also rows of id and new rectangle (id,x,y | id,minx,miny,maxx,maxy | id,wkt).",
      "Of a table: the same rows give records with those bounds a rectangle or point; with an index"
          + " on the key, rows of id and geometry (id,wkt | id,x,y | id,minx,miny,maxx,maxy) give"
          + " records a new geometry. Keys and attributes stay."
    })
public final class UpdateCommand extends EditCommand {
  UpdateCommand(Terminal terminal) {
    super(terminal, RowChange.UPDATE);
  }
}
