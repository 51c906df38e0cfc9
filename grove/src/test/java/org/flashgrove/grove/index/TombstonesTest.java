package org.flashgrove.grove.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TombstonesTest {
  private static final double[] SIDES = {
    Double.NEGATIVE_INFINITY,
    -Double.MAX_VALUE,
    -1,
    -Double.MIN_VALUE,
    -0.0,
    0.0,
    Double.MIN_VALUE,
    Math.nextDown(1),
    1,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY
  };

  @Test
  void coordinatesDifferUnlessTheyAreEqualNumbers() {
    for (double a : SIDES) {
      for (double b : SIDES) {
        assertThat(Tombstones.difference(a, b) == 0).as("%s and %s", a, b).isEqualTo(a == b);
      }
    }
  }

  @Test
  void deletionTakesOnlyAnEntryWithItsIdAndItsWholeRectangle() {
    Tombstones tombstones = new Tombstones();
    tombstones.add(7, -0.0, 1, 2, 3);
    assertThat(tombstones.takes(8, 0.0, 1, 2, 3)).isFalse();
    assertThat(tombstones.takes(7, 0.5, 1, 2, 3)).isFalse();
    assertThat(tombstones.takes(7, 0.0, 0.5, 2, 3)).isFalse();
    assertThat(tombstones.takes(7, 0.0, 1, 2.5, 3)).isFalse();
    assertThat(tombstones.takes(7, 0.0, 1, 2, 3.5)).isFalse();
    assertThat(tombstones.takes(7, 0.0, 1, 2, 3)).isTrue();
    assertThat(tombstones.takes(7, 0.0, 1, 2, 3)).isFalse();
  }
}
