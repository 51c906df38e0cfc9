package org.flashgrove.rawflash.mutree.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HeightFormulaTest {
  private static final double ROUNDED = 0.005;

  /** Worked out by hand from formula (1). */
  @Test
  void formulaOne() {
    assertThat(HeightFormula.height(0.3, 10_000, 256)).isCloseTo(3.77, within(ROUNDED));
    assertThat(HeightFormula.height(0.5, 10_000, 256)).isCloseTo(3.55, within(ROUNDED));
    assertThat(HeightFormula.height(0.7, 10_000, 256)).isCloseTo(3.62, within(ROUNDED));
    assertThat(HeightFormula.height(0.8, 10_000, 256)).isNaN();
    assertThat(HeightFormula.height(0.5, 30_000, 256)).isCloseTo(3.97, within(ROUNDED));
    assertThat(HeightFormula.height(0.7, 30_000, 256)).isCloseTo(4.35, within(ROUNDED));
    assertThat(HeightFormula.height(0.5, 10_000, 512)).isCloseTo(3.05, within(ROUNDED));
    assertThat(HeightFormula.height(0.7, 10_000, 512)).isCloseTo(3.01, within(ROUNDED));
    assertThat(HeightFormula.height(0.9, 10_000, 512)).isCloseTo(3.43, within(ROUNDED));
    assertThat(HeightFormula.height(0.5, 1e6, 512)).isCloseTo(4.45, within(ROUNDED));
    assertThat(HeightFormula.height(0.7, 1e6, 512)).isCloseTo(5.39, within(ROUNDED));
  }

  /** The equation that formula (1) solves, by putting the solution into it. */
  @Test
  void theSolutionSolvesTheEquation() {
    for (double k : new double[] {0.2, 0.35, 0.5, 0.65}) {
      double n = 20_000;
      double fanout = 300;
      double h = HeightFormula.height(k, n, fanout);
      double half = k * fanout / 2;
      double entries = Math.pow(half, h - 2) * Math.pow(1 - k, (h - 1) * (h - 2) / 2) * (half - 1);
      assertThat(entries).isCloseTo(n, within(n * 1e-9));
    }
  }

  @Test
  void largestShares() {
    assertThat(HeightFormula.largestK(10_000, 256)).isCloseTo(0.796, within(0.001));
    assertThat(HeightFormula.largestK(30_000, 256)).isCloseTo(0.728, within(0.001));
    assertThat(HeightFormula.largestK(1e6, 512)).isCloseTo(0.704, within(0.001));
    assertThat(HeightFormula.largestK(10_000, 2048, 8))
        .isEqualTo(HeightFormula.largestK(10_000, 256));
    // steps of 0.0001: one more is too much
    double k = HeightFormula.largestK(10_000, 256);
    assertThat(HeightFormula.height(k, 10_000, 256)).isNotNaN();
    assertThat(HeightFormula.height(k + 0.0001, 10_000, 256)).isNaN();
    assertThat(HeightFormula.largestK(1e12, 8)).isNaN();
  }

  /** Figure 9: the more records, or the larger their entries, the smaller the best k. */
  @Test
  void largestSharesFallWithEntriesAndTheirSize() {
    double before = 1;
    for (int n = 5_000; n <= 1_000_000; n *= 2) {
      double k = HeightFormula.largestK(n, 256);
      assertThat(k).isLessThan(before);
      assertThat(HeightFormula.height(k, n, 256)).isNotNaN();
      before = k;
    }
    before = 1;
    for (int entryBytes = 4; entryBytes <= 28; entryBytes += 4) {
      double k = HeightFormula.largestK(10_000, 2048, entryBytes);
      assertThat(k).isLessThan(before);
      before = k;
    }
  }

  @Test
  void valuesOutsideAreRefused() {
    assertThatThrownBy(() -> HeightFormula.height(1, 10, 256))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HeightFormula.height(0.5, 0, 256))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
