package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cuts the power of a device in units at many moments, also while a space is mounted. In each state
 * that a cut may leave, a space must hold all flushed pages.
 */
class UnitCrashTest {
  private static final int UNITS = 40;
  private static final int UNIT_PAGES = 8;

  /** Number of states that are mounted after a cut if the device may lose some of many pages. */
  private static final int SAMPLES = 12;

  private static final int PAGES_TO_CUT = 400;

  /** Zones without a cache have one state for each cut. */
  private static final int PAGES_TO_CUT_OF_ZONES = 25;

  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void flushedPagesSurvivePowerCuts(UnitSetup setup) {
    cut(setup, new SpaceRun(setup, UNITS, UNIT_PAGES), 4_000);
  }

  /** The plain drive, the drive with handles and zoned drives have 10^6 states together. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "PLAIN, 350000",
    "HANDLES, 350000",
    "ZONES, 150000",
    "CACHED_ZONES, 200000",
    "UNCOMPENSATED, 50000"
  })
  void flushedPagesSurviveManyPowerCuts(UnitSetup setup, int states) {
    cut(setup, new SpaceRun(setup, UNITS, UNIT_PAGES), states);
  }

  private static void cut(UnitSetup setup, SpaceRun run, int states) {
    Set<Long> seen = new HashSet<>();
    int cuts = 0;
    while (seen.size() < states) {
      run.medium.cutAfter(
          run.random.nextInt(setup == UnitSetup.ZONES ? PAGES_TO_CUT_OF_ZONES : PAGES_TO_CUT));
      try {
        while (true) {
          run.step();
        }
      } catch (MemoryUnits.Cut e) {
        cuts++;
      }
      for (int i = 0; i < SAMPLES && setup != UnitSetup.ZONES; i++) {
        run.requireFlushedPages(run.medium.afterPowerLoss(run.random), seen::add);
      }
      run.restart(seen::add);
    }
    assertThat(run.next).isGreaterThan(cuts);
    System.out.printf("UnitCrashTest: %s, %d cuts, %d states%n", setup, cuts, seen.size());
  }

  /** The next test removes each of these syncs. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void aSpaceSyncsInThreeMethods(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, UNITS, UNIT_PAGES);
    Set<String> names = new HashSet<>();
    run.medium.recordFlushesIn(names);
    for (int step = 0; step < 2_000; step++) {
      run.step();
    }
    assertThat(names).containsExactlyInAnyOrder("flush()V", "flush(I)V", "empty(I)V");
  }

  /** A space that omits any of its syncs loses pages. Zones without a cache need no syncs. */
  @ParameterizedTest
  @CsvSource({
    "PLAIN, flush()V",
    "PLAIN, flush(I)V",
    "PLAIN, empty(I)V",
    "HANDLES, flush()V",
    "HANDLES, flush(I)V",
    "HANDLES, empty(I)V",
    "CACHED_ZONES, flush()V",
    "CACHED_ZONES, flush(I)V",
    "CACHED_ZONES, empty(I)V"
  })
  void eachRemovedSyncIsNoticed(UnitSetup setup, String method) {
    SpaceRun run = new SpaceRun(setup, UNITS, UNIT_PAGES);
    run.medium.ignoreFlushesOf(method);
    assertThatThrownBy(() -> cut(setup, run, 20_000))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("flushed");
  }
}
