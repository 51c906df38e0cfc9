package org.flashgrove.core.index;

/**
 * A record that a search in time order found: either a key and a value, or an id and a point. Valid
 * until the visitor returns.
 */
public interface TimedRecord {
  /**
   * Returns the record's number. Records are counted from 0 in the order in which they were
   * appended.
   */
  long ordinal();

  /** Returns the record's time. */
  long time();

  /** Returns the record's key or id. */
  long key();

  /** Returns the value of a record with a key. */
  long value();

  /** Returns the x coordinate of a record with a point. */
  double x();

  /** Returns the y coordinate of a record with a point. */
  double y();
}
