package org.flashgrove.cli;

/** Coordinates as options take them. */
final class Numbers {
  private Numbers() {}

  /**
   * Numbers with commas between.
   *
   * @throws IllegalArgumentException if there are not {@code count} of them
   */
  static double[] of(String option, String text, int count) {
    String[] parts = text.split(",", -1);
    if (parts.length == count) {
      try {
        double[] numbers = new double[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = Double.parseDouble(parts[i].trim());
        }
        return numbers;
      } catch (NumberFormatException e) {
        // told below
      }
    }
    throw new IllegalArgumentException(
        option + " " + text + " (allowed: " + count + " numbers with commas between)");
  }
}
