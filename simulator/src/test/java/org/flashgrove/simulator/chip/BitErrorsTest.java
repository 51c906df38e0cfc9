package org.flashgrove.simulator.chip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.flashgrove.core.flash.FlashGeometry;
import org.flashgrove.core.spec.Spec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BitErrorsTest {
  private static final FlashGeometry GEOMETRY = new FlashGeometry(1, 1, 1, 4, 4, 984, 16);
  private static final long DAY = 86_400_000_000_000L;

  private static ErrorModel model(int correctableBits, String keys) {
    NandModel part =
        new NandModel("test", GEOMETRY, NandTiming.ofMicros(30, 300, 2500), 100, correctableBits);
    return BitErrors.of(Spec.parse("nand:" + keys), part);
  }

  /** Share of reads that need a retry, of 8,000 bits with {@code expected} wrong on average. */
  private static double failing(ErrorModel model) {
    int failing = 0;
    int reads = 200_000;
    for (int i = 0; i < reads; i++) {
      failing += model.senses(0, 1, 0) == 1 ? 0 : 1;
    }
    return (double) failing / reads;
  }

  private static double poissonAbove(double expected, int k) {
    double term = Math.exp(-expected);
    double below = term;
    for (int i = 1; i <= k; i++) {
      term *= expected / i;
      below += term;
    }
    return 1 - below;
  }

  @ParameterizedTest
  @CsvSource({"0.5,0", "2,2", "10,12", "50,45", "100,110"})
  void wrongBitsArePoisson(double expected, int correctableBits) {
    ErrorModel model = model(correctableBits, "rber=" + expected / 8000);
    assertThat(failing(model)).isCloseTo(poissonAbove(expected, correctableBits), within(0.01));
  }

  @Test
  void wearDisturbAndAgeAddUp() {
    // 8,000 bits: 0.8 from wear at half the endurance, 0.4 from 500 reads, 0.8 after a day
    ErrorModel model = model(1, "rberwear=0.0004,disturb=1e-7,retention=0.0001");
    int failing = 0;
    for (int i = 0; i < 200_000; i++) {
      failing += model.senses(50, 500, DAY) == 1 ? 0 : 1;
    }
    assertThat(failing / 200_000.0).isCloseTo(poissonAbove(2, 1), within(0.01));
    assertThat(model.senses(0, 1, 0)).isEqualTo(1);
  }

  @Test
  void retriesThin() {
    // about 2,000 wrong bits, 100 corrected: 1000, 500, 250, 125, 62
    assertThat(model(100, "rber=0.25,retries=10").senses(0, 1, 0)).isEqualTo(6);
    assertThat(model(100, "rber=0.25,retries=4").senses(0, 1, 0)).isEqualTo(-5);
    assertThat(model(100, "rber=0.25,retries=4").sensesAtMost()).isEqualTo(5);
  }

  @Test
  void nothingSetIsNoModel() {
    assertThat(model(0, "seed=3")).isSameAs(ErrorModel.NONE);
  }
}
