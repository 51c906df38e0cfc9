package org.flashgrove.access.structure;

import java.util.function.Predicate;
import org.flashgrove.core.index.TimedRecord;

/**
 * A {@link TimeStructure} at one commit. Records that have been overwritten since that commit are
 * missing. For one thread at a time. The caller closes the snapshot and must not use it afterwards.
 * Visitors must not use the store.
 */
public interface TimeSnapshot extends AutoCloseable {
  /** Returns the number of records. */
  long size();

  /**
   * Visits the records in a time range, both ends included, oldest first.
   *
   * @param visitor receives each record, which is valid until the visitor returns; returns whether
   *     to continue
   * @return number of records visited
   */
  long times(long from, long to, Predicate<TimedRecord> visitor);

  /**
   * Visits the records in a key range, both ends included, in no particular order.
   *
   * @param visitor receives each record, which is valid until the visitor returns; returns whether
   *     to continue
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the records are points
   */
  long keys(long from, long to, Predicate<TimedRecord> visitor);

  /**
   * Visits the records whose points lie in a window or on its border, in no particular order.
   *
   * @param visitor receives each record, which is valid until the visitor returns; returns whether
   *     to continue
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the records are not points
   */
  long window(double minX, double minY, double maxX, double maxY, Predicate<TimedRecord> visitor);

  @Override
  void close();
}
