package org.flashgrove.jmh.bench.data;

/**
 * Form of the entries of a data set.
 *
 * @param isPoints whether all entries are points
 * @param isDouble whether coordinates are doubles; else all are exact as floats
 */
public record BoxForm(boolean isPoints, boolean isDouble) {
  /** Returns the bytes of one coordinate in a file. */
  int coordinateBytes() {
    return isDouble ? Double.BYTES : Float.BYTES;
  }

  /** Returns the bytes of one entry in a file. */
  int entryBytes() {
    return (isPoints ? 2 : 4) * coordinateBytes();
  }

  /** Returns the coordinate of this form next to a value. */
  public double round(double value) {
    return isDouble ? value : (float) value;
  }
}
