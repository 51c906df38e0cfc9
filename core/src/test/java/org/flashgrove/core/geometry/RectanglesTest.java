package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RectanglesTest {
  @Test
  void takesPointsLinesAndExtremes() {
    double max = Double.MAX_VALUE;
    assertThatCode(() -> Rectangles.requireValid(0, 0, 0, 0)).doesNotThrowAnyException();
    assertThatCode(() -> Rectangles.requireValid(-0.0, 1, 0.0, 1)).doesNotThrowAnyException();
    assertThatCode(() -> Rectangles.requireValid(-max, -max, max, max)).doesNotThrowAnyException();
  }

  @Test
  void refusesWhatIsNoRectangle() {
    double[] wrong = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    for (double value : wrong) {
      for (int at = 0; at < 4; at++) {
        double[] box = {1, 1, 2, 2};
        box[at] = value;
        assertThatThrownBy(() -> Rectangles.requireValid(box[0], box[1], box[2], box[3]))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining(Double.toString(value));
      }
    }
    assertThatThrownBy(() -> Rectangles.requireValid(2, 0, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Rectangles.requireValid(0, 2, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void touchingRectanglesIntersect() {
    assertThat(Rectangles.intersects(0, 0, 1, 1, 1, 1, 2, 2)).isTrue();
    assertThat(Rectangles.intersects(0, 0, 1, 1, 1, 0, 2, 1)).isTrue();
    assertThat(Rectangles.intersects(0, 0, 1, 1, Math.nextUp(1), 0, 2, 1)).isFalse();
    assertThat(Rectangles.intersects(0, 0, 1, 1, 0, 1.5, 1, 2)).isFalse();
    assertThat(Rectangles.intersects(0, 0, 9, 9, 3, 3, 3, 3)).isTrue();
  }

  @Test
  void coversAllowsContactAndContainsDoesNot() {
    assertThat(Rectangles.covers(0, 0, 2, 2, 0, 0, 2, 2)).isTrue();
    assertThat(Rectangles.covers(0, 0, 2, 2, 0, 0, 2, 2.5)).isFalse();
    assertThat(Rectangles.interiorCovers(0, 0, 2, 2, 0, 1, 1, 1)).isFalse();
    assertThat(Rectangles.interiorCovers(0, 0, 2, 2, 0.5, 0.5, 1, 1)).isTrue();
  }

  @Test
  void areas() {
    assertThat(Rectangles.area(0, 0, 2, 3)).isEqualTo(6);
    assertThat(Rectangles.area(1, 1, 1, 5)).isZero();
    assertThat(Rectangles.unionArea(0, 0, 1, 1, 2, 3, 4, 5)).isEqualTo(20);
    assertThat(Rectangles.unionArea(0, 0, 4, 4, 1, 1, 2, 2)).isEqualTo(16);
  }
}
