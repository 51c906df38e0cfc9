package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.RepeatedTest;

/** Each stride has one element in the sample, and the strides cover the sequence. */
class StridesTest {
  private final Random random = Seeds.random();

  @RepeatedTest(10)
  void strideLengthsAreTheWeights() {
    int most = 1 + random.nextInt(200);
    int count = random.nextInt(300_000);
    Strides strides = new Strides(random.nextLong(), most);
    long sampled = 0;
    long weight = 0;
    int greatest = 0;
    for (int i = 0; i < count; i++) {
      if (strides.contains(i)) {
        sampled++;
        weight += strides.step();
        assertThat(strides.step()).isBetween(greatest, most);
        greatest = strides.step();
        assertThat(weight).as("strides up to element %d", i).isBetween(i + 1L, i + (long) most);
      }
    }
    assertThat((double) weight).isCloseTo(count, within((double) most));
    assertThat(sampled).isGreaterThanOrEqualTo(Math.min(count, 1000));
    assertThat(sampled).isGreaterThanOrEqualTo(count / most);
  }

  @RepeatedTest(3)
  void everyElementOfAStrideIsAsLikely() {
    int most = 10;
    int[] found = new int[most];
    Strides strides = new Strides(random.nextLong(), most);
    int first = 200_000; // an index at which a stride of full length begins
    long begun = -1;
    for (int i = 0; i < 2 * first; i++) {
      boolean isSampled = strides.contains(i);
      if (strides.step() == most && begun < 0) {
        begun = i;
      }
      if (begun >= 0 && isSampled) {
        found[(int) ((i - begun) % most)]++;
      }
    }
    double share = (2.0 * first - begun) / most / most;
    for (int each : found) {
      assertThat((double) each).isCloseTo(share, within(6 * Math.sqrt(share)));
    }
  }
}
