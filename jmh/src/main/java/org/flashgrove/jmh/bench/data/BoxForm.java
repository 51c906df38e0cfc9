package org.flashgrove.jmh.bench.data;

/**
 * Form of the entries of a data set.
 *
 * @param isPoints whether all entries are points
 * @param isDouble whether coordinates are doubles; if not, every coordinate can be stored as a
 *     float without rounding
 */
public record BoxForm(boolean isPoints, boolean isDouble) {
  /** Returns the number of bytes of a coordinate in a file. */
  int coordinateBytes() {
    return isDouble ? Double.BYTES : Float.BYTES;
  }

  /** Returns the number of bytes of an entry in a file. */
  int entryBytes() {
    return (isPoints ? 2 : 4) * coordinateBytes();
  }

  /** Returns the coordinate of this form that is nearest to a value. */
  public double round(double value) {
    return isDouble ? value : (float) value;
  }
}
