package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bits that change by themselves. */
class BitFlipTest {
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void aFlippedBitIsToldOrUnused(String flash) {
    flip(flash, 61);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void everyFlippedBitIsToldOrUnused(String flash) {
    flip(flash, 1);
  }

  private static void flip(String flash, int stride) {
    BitFlips.Report report = BitFlips.run(flash, stride, Seeds.random(BitFlipTest.class));
    System.out.println("BitFlipTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.told() + report.harmless()).isEqualTo(report.bits());
    assertThat(report.usedPages()).isGreaterThan(BitFlips.NODES);
  }
}
