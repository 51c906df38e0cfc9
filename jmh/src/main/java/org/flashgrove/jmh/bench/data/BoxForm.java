package org.flashgrove.jmh.bench.data;

/**
 * Form of the entries of a data set.
 *
 * @param isPoints whether all entries are points
 * @param isDouble whether coordinates are doubles; if not, all are exact as floats
 */
public record BoxForm(boolean isPoints, boolean isDouble) {
  /** Returns the bytes of a coordinate in a file. */
  int coordinateBytes() {
    return isDouble ? Double.BYTES : Float.BYTES;
  }

  /** Returns the bytes of an entry in a file. */
  int entryBytes() {
    return (isPoints ? 2 : 4) * coordinateBytes();
  }

  /** Rounds a value to the nearest coordinate of this form. */
  public double round(double value) {
    return isDouble ? value : (float) value;
  }
}
