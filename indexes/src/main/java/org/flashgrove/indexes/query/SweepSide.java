package org.flashgrove.indexes.query;

/** Entries on one side of a plane sweep, numbered from 0 in ascending order of minX. */
public interface SweepSide {
  /** Returns the number of entries. */
  int count();

  /** Returns the id of an entry. */
  long id(int index);

  /** Returns the least x of an entry. */
  double minX(int index);

  /** Returns the least y of an entry. */
  double minY(int index);

  /** Returns the greatest x of an entry. */
  double maxX(int index);

  /** Returns the greatest y of an entry. */
  double maxY(int index);
}
