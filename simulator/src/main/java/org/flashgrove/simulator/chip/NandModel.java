package org.flashgrove.simulator.chip;

import org.flashgrove.core.flash.FlashGeometry;

/**
 * Model of a NAND chip type: geometry, times and endurance.
 *
 * @param name name in specs
 * @param geometry dimensions
 * @param timing durations of operations
 * @param endurance maximum number of erases per block, at least 1
 * @param correctableBits number of wrong bits per page that error correction repairs, at least 0
 */
public record NandModel(
    String name, FlashGeometry geometry, NandTiming timing, int endurance, int correctableBits) {

  /** Throws an {@link IllegalArgumentException} if a value is out of range. */
  public NandModel {
    if (endurance < 1) {
      throw new IllegalArgumentException("endurance " + endurance + " (allowed: 1 or more)");
    }
    if (correctableBits < 0) {
      throw new IllegalArgumentException(
          "correctableBits " + correctableBits + " (allowed: 0 or more)");
    }
  }

  /** Returns a copy with another geometry. */
  public NandModel withGeometry(FlashGeometry other) {
    return new NandModel(name, other, timing, endurance, correctableBits);
  }

  /** Returns a copy with other times. */
  public NandModel withTiming(NandTiming other) {
    return new NandModel(name, geometry, other, endurance, correctableBits);
  }

  /** Returns a copy with another endurance. */
  public NandModel withEndurance(int other) {
    return new NandModel(name, geometry, timing, other, correctableBits);
  }

  /** Returns a copy with another number of correctable bits. */
  public NandModel withCorrectableBits(int other) {
    return new NandModel(name, geometry, timing, endurance, other);
  }
}
