package org.flashgrove.grove.index;

import org.flashgrove.indexes.query.PartJoin;

/** Gives the hits of each batch of a search of all entries to a join, as a part of one side. */
record PartReport(PartJoin join) implements HitReport {
  @Override
  public boolean wantsRectangles() {
    return true;
  }

  @Override
  public boolean countsOnly() {
    return false;
  }

  @Override
  public int report(Hits hits) {
    int reported = hits.report(join);
    if (!join.endPart()) {
      hits.refuse();
    }
    return reported;
  }
}
