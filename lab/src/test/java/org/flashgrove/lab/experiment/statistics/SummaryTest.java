package org.flashgrove.lab.experiment.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures worked out by hand, and by tables of Student's t. */
class SummaryTest {
  @Test
  void intervalsAreThoseOfStudentsT() {
    Summary summary = Summary.of(List.of(2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0));
    assertThat(summary.mean()).isEqualTo(5);
    assertThat(summary.deviation()).isCloseTo(Math.sqrt(32 / 7.0), within(1e-12));
    // t of 7 degrees of freedom at 97.5 % is 2.3646
    assertThat(summary.halfWidth())
        .isCloseTo(2.3646 * Math.sqrt(32 / 7.0) / Math.sqrt(8), within(1e-4));
    assertThat(Summary.of(List.of(3.0)).halfWidth()).isNaN();
    assertThat(Summary.of(List.of()).mean()).isNaN();
  }

  @Test
  void theSignTestIsThatOfTheBinomialDistribution() {
    PairedComparison comparison =
        PairedComparison.of(
            List.of(
                new double[] {10, 5},
                new double[] {10, 8},
                new double[] {10, 9},
                new double[] {10, 9},
                new double[] {10, 7},
                new double[] {10, 11},
                new double[] {10, 10}));
    assertThat(comparison.less()).isEqualTo(5);
    assertThat(comparison.more()).isEqualTo(1);
    assertThat(comparison.equal()).isEqualTo(1);
    // 2 (C(6,0) + C(6,1)) / 2^6
    assertThat(comparison.signTest()).isCloseTo(14 / 64.0, within(1e-12));
    assertThat(comparison.gain().mean()).isCloseTo(1.1 / 7, within(1e-12));
    assertThat(PairedComparison.of(List.of(new double[] {1, 1})).signTest()).isEqualTo(1);
  }
}
