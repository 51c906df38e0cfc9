package org.flashgrove.core.index;

/**
 * A record in the order of time that a search has found: valid until its visitor returns. It is of
 * a key and a value, or of an id and a point.
 */
public interface TimedRecord {
  /** Returns its number: records are counted from 0 in the order in which they were appended. */
  long ordinal();

  /** Returns its time. */
  long time();

  /** Returns its key or id. */
  long key();

  /** Returns the value of a record of a key. */
  long value();

  /** Returns the x coordinate of a record of a point. */
  double x();

  /** Returns the y coordinate of a record of a point. */
  double y();
}
