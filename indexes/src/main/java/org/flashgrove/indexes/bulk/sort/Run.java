package org.flashgrove.indexes.bulk.sort;

/**
 * Consecutive records of a spill file.
 *
 * @param offset offset in bytes
 * @param count number of records
 * @param points whether the records are points
 */
record Run(long offset, long count, boolean points) {
  /** Returns the number of bytes in a record. */
  int recordBytes() {
    return (points ? Records.POINT_WORDS : Records.RECTANGLE_WORDS) * Long.BYTES;
  }

  /** Returns the number of bytes in the run. */
  long bytes() {
    return count * recordBytes();
  }
}
