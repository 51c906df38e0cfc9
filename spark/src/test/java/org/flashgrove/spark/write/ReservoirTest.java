package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;

class ReservoirTest {
  private static final int SIZE = 20;
  private static final int TENTHS = 10;

  @Test
  void shortSequencesAreKeptWhole() {
    Reservoir sample = new Reservoir(7, SIZE);
    for (int i = 0; i < SIZE; i++) {
      assertThat(sample.place(i)).isEqualTo(i);
    }
  }

  /** Each tenth of a sequence gets a tenth of the sample, with an error of five deviations. */
  @Test
  void allElementsAreSampledEquallyOften() {
    Random random = Seeds.random();
    int length = 1_000;
    int samples = 2_000;
    int[] found = new int[TENTHS];
    for (int i = 0; i < samples; i++) {
      Reservoir sample = new Reservoir(random.nextLong(), SIZE);
      int[] elements = new int[SIZE];
      for (int element = 0; element < length; element++) {
        int place = sample.place(element);
        if (place >= 0) {
          elements[place] = element;
        }
      }
      for (int element : elements) {
        found[element * TENTHS / length]++;
      }
    }
    int expected = samples * SIZE / TENTHS;
    double deviation = Math.sqrt(expected * (1 - 1.0 / TENTHS));
    for (int each : found) {
      assertThat((double) each).isBetween(expected - 5 * deviation, expected + 5 * deviation);
    }
  }
}
