package org.flashgrove.access.rawflash;

import org.flashgrove.indexes.micro.RecordVisitor;

/**
 * A MicroHash or MicroGF in a store as one commit left it, without the records that have been
 * overwritten since. For one thread at a time; close it, and do not use it any more then. Visitors
 * must not use the store.
 */
public final class MicroSnapshot extends RawFlashSnapshot {
  private final LoggedMicro structure;

  MicroSnapshot(LoggedMicro structure, long commit) {
    super(structure, commit);
    this.structure = structure;
  }

  /** Returns the number of records. */
  public long size() {
    return structure.sizeAt(openCommit());
  }

  /**
   * Visits the records of a range of times, both ends included, the oldest first.
   *
   * @return number of records visited
   */
  public long times(long from, long to, RecordVisitor visitor) {
    return structure.times(from, to, openCommit(), visitor);
  }

  /**
   * Visits the records of a range of keys, both ends included, in no certain order.
   *
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the structure is a MicroGF
   */
  public long keys(long from, long to, RecordVisitor visitor) {
    return structure.keys(from, to, openCommit(), visitor);
  }

  /**
   * Visits the records whose points are in a window, its border included, in no certain order.
   *
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the structure is a MicroHash
   */
  public long window(double minX, double minY, double maxX, double maxY, RecordVisitor visitor) {
    return structure.window(new double[] {minX, minY, maxX, maxY}, openCommit(), visitor);
  }
}
