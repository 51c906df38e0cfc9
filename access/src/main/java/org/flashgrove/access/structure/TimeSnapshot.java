package org.flashgrove.access.structure;

import java.util.function.Predicate;
import org.flashgrove.core.index.TimedRecord;

/**
 * A {@link TimeStructure} as one commit left it, without the records that have been overwritten
 * since. For one thread at a time; close it, and do not use it any more then. Visitors must not use
 * the store.
 */
public interface TimeSnapshot extends AutoCloseable {
  /** Returns the number of records. */
  long size();

  /**
   * Visits the records of a range of times, both ends included, the oldest first.
   *
   * @param visitor receives each record, valid until it returns, and returns whether to continue
   * @return number of records visited
   */
  long times(long from, long to, Predicate<TimedRecord> visitor);

  /**
   * Visits the records of a range of keys, both ends included, in no certain order.
   *
   * @param visitor receives each record, valid until it returns, and returns whether to continue
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the records are points
   */
  long keys(long from, long to, Predicate<TimedRecord> visitor);

  /**
   * Visits the records whose points are in a window, its border included, in no certain order.
   *
   * @param visitor receives each record, valid until it returns, and returns whether to continue
   * @return number of records visited
   * @throws org.flashgrove.core.spec.SpecException if the records are no points
   */
  long window(double minX, double minY, double maxX, double maxY, Predicate<TimedRecord> visitor);

  @Override
  void close();
}
