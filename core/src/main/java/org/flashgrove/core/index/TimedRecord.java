package org.flashgrove.core.index;

/**
 * A record that a search in time order found: either a key and a value, or an id and a point. Valid
 * until the visitor returns.
 */
public interface TimedRecord {
  /** Returns its number: records are counted from 0 in the order in which they were appended. */
  long ordinal();

  /** Returns its time. */
  long time();

  /** Returns its key or id. */
  long key();

  /** Returns the value of a record with a key. */
  long value();

  /** Returns the x coordinate of a record with a point. */
  double x();

  /** Returns the y coordinate of a record with a point. */
  double y();
}
