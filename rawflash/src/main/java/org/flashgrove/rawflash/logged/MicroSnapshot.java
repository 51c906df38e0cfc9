package org.flashgrove.rawflash.logged;

import java.util.function.Predicate;
import org.flashgrove.access.structure.TimeSnapshot;
import org.flashgrove.core.index.TimedRecord;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.rawflash.micro.RecordVisitor;

/** Snapshot of one commit of a MicroHash or MicroGF in a store. */
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
  public long times(long from, long to, Predicate<TimedRecord> visitor) {
    return structure.times(from, to, openCommit(), found(visitor));
  }

  @Override
  public long keys(long from, long to, Predicate<TimedRecord> visitor) {
    return structure.keys(from, to, openCommit(), found(visitor));
  }

  @Override
  public long window(
      double minX, double minY, double maxX, double maxY, Predicate<TimedRecord> visitor) {
    return structure.window(new double[] {minX, minY, maxX, maxY}, openCommit(), found(visitor));
  }

  private static RecordVisitor found(Predicate<TimedRecord> visitor) {
    return record -> VisitResult.continueIf(visitor.test(record));
  }
}
