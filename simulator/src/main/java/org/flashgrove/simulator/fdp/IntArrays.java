package org.flashgrove.simulator.fdp;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Saves and loads arrays without their lengths, which the caller knows. */
final class IntArrays {
  private IntArrays() {}

  static void save(DataOutput out, int[]... arrays) throws IOException {
    for (int[] array : arrays) {
      for (int number : array) {
        out.writeInt(number);
      }
    }
  }

  static void load(DataInput in, int[]... arrays) throws IOException {
    for (int[] array : arrays) {
      for (int i = 0; i < array.length; i++) {
        array[i] = in.readInt();
      }
    }
  }
}
