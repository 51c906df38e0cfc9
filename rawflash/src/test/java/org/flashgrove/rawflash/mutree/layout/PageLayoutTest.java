package org.flashgrove.rawflash.mutree.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PageLayoutTest {
  @Test
  void halvesOfTheMuTree() {
    PageLayout layout = new PageLayout(2048, 0.5, 8, 12);
    assertThat(layout.nodeBytes(1, 1)).isEqualTo(2048);
    assertThat(layout.offset(1, 1)).isZero();
    assertThat(layout.nodeBytes(1, 2)).isEqualTo(1024);
    assertThat(layout.nodeBytes(2, 2)).isEqualTo(1024);
    assertThat(layout.nodeBytes(1, 3)).isEqualTo(1024);
    assertThat(layout.nodeBytes(2, 3)).isEqualTo(512);
    assertThat(layout.nodeBytes(3, 3)).isEqualTo(512);
    assertThat(layout.offset(1, 3)).isEqualTo(1024);
    assertThat(layout.offset(2, 3)).isEqualTo(512);
    assertThat(layout.offset(3, 3)).isZero();
    assertThat(layout.capacity(1, 3)).isEqualTo(128);
    assertThat(layout.capacity(2, 3)).isEqualTo(42);
    assertThat(layout.capacity(3, 3)).isEqualTo(42);
  }

  /** Figure 10: offsets ceil((1-k)^L p); the root from 0. */
  @Test
  void offsetsAreThoseOfFigure10() {
    for (int step = 5; step <= 95; step += 5) {
      double k = step / 100.0;
      for (int pageBytes : new int[] {512, 2048, 4096, 8192}) {
        PageLayout layout = new PageLayout(pageBytes, k, 8, 12);
        for (int level = 1; level < PageLayout.MAX_HEIGHT; level++) {
          double exact = Math.pow(1 - k, level) * pageBytes;
          assertThat((double) layout.offset(level)).isBetween(exact - 1e-6, exact + 1);
        }
      }
    }
  }

  @Test
  void nodesFillThePageWithoutOverlap() {
    for (int step = 1; step < 100; step++) {
      PageLayout layout = new PageLayout(2048, step / 100.0, 8, 12);
      for (int height = 1; height <= PageLayout.MAX_HEIGHT; height++) {
        int end = 2048;
        for (int level = 1; level <= height; level++) {
          int start = layout.offset(level, height);
          assertThat(start + layout.nodeBytes(level, height)).isEqualTo(end);
          end = start;
        }
        assertThat(end).isZero();
      }
    }
  }

  @Test
  void nodesBelowTheRootStayWhereTheyAreWhenTheTreeGrows() {
    PageLayout layout = new PageLayout(2048, 0.7, 8, 12);
    for (int height = 2; height < PageLayout.MAX_HEIGHT; height++) {
      for (int level = 1; level < height; level++) {
        assertThat(layout.offset(level, height)).isEqualTo(layout.offset(level, height + 1));
        assertThat(layout.nodeBytes(level, height)).isEqualTo(layout.nodeBytes(level, height + 1));
      }
    }
  }

  @Test
  void largeSharesLeaveNoRoomForHighTrees() {
    PageLayout layout = new PageLayout(2048, 0.9, 8, 12);
    assertThat(layout.allows(2)).isTrue();
    assertThat(layout.allows(3)).isFalse();
    assertThat(layout.allows(9)).isFalse();
  }

  @Test
  void sharesOutsideAreRefused() {
    for (double k : new double[] {0, 1, -0.5, 1.5, Double.NaN, 0.00001, 0.99999}) {
      assertThatThrownBy(() -> new PageLayout(2048, k, 8, 12))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("allowed");
    }
  }
}
