package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bits that change by themselves. */
class BitFlipTest {
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void aFlippedBitIsReportedOrUnused(String flash) {
    flip(flash, 61);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void everyFlippedBitIsReportedOrUnused(String flash) {
    flip(flash, 1);
  }

  private static void flip(String flash, int stride) {
    BitFlips.Report report = BitFlips.run(flash, stride, Seeds.random());
    System.out.println("BitFlipTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.reported() + report.harmless()).isEqualTo(report.bits());
    BitSet used = report.usedPages();
    assertThat(used.get(0) ^ used.get(1)).as("one superblock counts").isTrue();
    assertThat(report.queriedPages().stream()).as("pages that queries read").isNotEmpty();
    BitSet unread = (BitSet) used.clone();
    unread.andNot(report.openedPages());
    unread.andNot(report.queriedPages());
    assertThat(unread.stream()).as("pages whose loss is noticed without a read").isEmpty();
    BitSet unnoticed = report.queriedPages();
    unnoticed.andNot(used);
    assertThat(unnoticed.stream()).as("pages that queries read and do not need").isEmpty();
  }
}
