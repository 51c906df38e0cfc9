package org.flashgrove.rawflash.logged;

import org.flashgrove.access.structure.TimeSnapshot;
import org.flashgrove.core.index.TimedRecordVisitor;

/** A MicroHash or MicroGF in a store as one commit left it. */
public final class MicroSnapshot extends RawFlashSnapshot implements TimeSnapshot {
  private final LoggedMicro structure;

  MicroSnapshot(LoggedMicro structure, long commit) {
    super(structure, commit);
    this.structure = structure;
  }

  @Override
  public long size() {
    return structure.sizeAt(openCommit());
  }

  @Override
  public long times(long from, long to, TimedRecordVisitor visitor) {
    return structure.times(from, to, openCommit(), visitor::found);
  }

  @Override
  public long keys(long from, long to, TimedRecordVisitor visitor) {
    return structure.keys(from, to, openCommit(), visitor::found);
  }

  @Override
  public long window(
      double minX, double minY, double maxX, double maxY, TimedRecordVisitor visitor) {
    return structure.window(new double[] {minX, minY, maxX, maxY}, openCommit(), visitor::found);
  }
}
