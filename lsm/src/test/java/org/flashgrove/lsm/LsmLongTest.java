package org.flashgrove.lsm;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.Seeds;
import org.flashgrove.grove.index.EntryKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A million changes with openings between them, compared with a list. */
@Tag("long")
class LsmLongTest {
  private static final String[] DESIGNS = {
    "lsm:memory=24K",
    "lsm:memory=24K,policy=leveled,level0=1,ratio=2,partition=str",
    "lsm:memory=24K,merges=worker",
    "lsm:memory=24K,policy=leveled,level0=1,ratio=2,merges=worker,rate=1M"
  };
  private static final int CHANGES = 1_000_000 / (EntryKind.values().length * DESIGNS.length);

  @ParameterizedTest
  @EnumSource(EntryKind.class)
  void holdsWhatAListHolds(EntryKind kind) {
    for (String design : DESIGNS) {
      LsmHarness harness = new LsmHarness(kind, design, 512, 8, Seeds.random());
      harness.run(CHANGES, 1_000);
      System.out.printf(
          "LsmLongTest: %s, %s: %d changes, %d flushes, %d merges%n",
          kind, design, CHANGES, harness.flushes(), harness.merges());
      assertThat(harness.merges()).isPositive();
    }
  }
}
