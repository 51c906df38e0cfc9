package org.flashgrove.datasets.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DrawsTest {
  @Test
  void neighbouringSeedsAndPurposesAreUnrelated() {
    // Plain SplittableRandom streams of seeds one golden gamma apart are shifted copies.
    long gamma = 0x9e3779b97f4a7c15L;
    Draws first = new Draws(0, 1);
    Draws shifted = new Draws(gamma, 1);
    Draws other = new Draws(0, 2);
    double previous = first.fraction();
    for (int i = 0; i < 1000; i++) {
      double value = first.fraction();
      assertThat(shifted.fraction()).isNotEqualTo(value).isNotEqualTo(previous);
      assertThat(other.fraction()).isNotEqualTo(value).isNotEqualTo(previous);
      previous = value;
    }
  }

  @Test
  void gaussiansHaveMeanZeroAndDeviationOne() {
    Draws draws = new Draws(7);
    double sum = 0;
    double squares = 0;
    int count = 100_000;
    for (int i = 0; i < count; i++) {
      double value = draws.gaussian();
      sum += value;
      squares += value * value;
    }
    assertThat(sum / count).isCloseTo(0, within(0.02));
    assertThat(squares / count).isCloseTo(1, within(0.03));
  }

  @Test
  void boundsAreKept() {
    Draws draws = new Draws(8);
    for (int i = 0; i < 10_000; i++) {
      assertThat(draws.below(3)).isBetween(0L, 2L);
      assertThat(draws.between(-1e300, 1e300)).isBetween(-1e300, 1e300);
      assertThat(draws.between(0.1, 0.1)).isEqualTo(0.1);
    }
  }
}
