package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import java.util.function.LongFunction;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.component.ComponentFiles;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that single flipped bits in the files of a store are detected or harmless. */
class BitFlipTest {
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void aFlippedBitIsReportedOrUnused(String flash) {
    flip(flash, Repetitions.of(241, 61));
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"none:frames=8,log=64K", "efind:buffer=16K,log=64K"})
  void everyFlippedBitIsReportedOrUnused(String flash) {
    flip(flash, 1);
  }

  private static void flip(String flash, int stride) {
    Random random = Seeds.random();
    BitFlips.Report report = BitFlips.run(BitFlips.tree(flash, random.nextLong()), stride, random);
    BitSet used = requireNoticed(report);
    assertThat(used.get(0) ^ used.get(1)).as("one superblock counts").isTrue();
  }

  /** Kinds of stores with indices of sealed blocks. */
  private enum Blocks {
    GROVE,
    GROVE_OF_TWO_LEVELS,
    GROVE_OF_A_LARGE_MEMORY;

    BlockIndexScenario scenario(long seed) {
      switch (this) {
        case GROVE_OF_A_LARGE_MEMORY:
          return GroveCrashTest.ofALargeMemory(seed, 0);
        default:
          return GroveCrashTest.ofManyBlocks(this == GROVE_OF_TWO_LEVELS, seed, 0);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Blocks.class)
  void aFlippedBitOfBlocksOrTheirLogIsReportedOrUnused(Blocks kind) {
    flipBlocks(kind::scenario, Repetitions.of(4_001, 2_003));
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(Blocks.class)
  void manyFlippedBitsOfBlocksAndTheirLogAreReportedOrUnused(Blocks kind) {
    flipBlocks(kind::scenario, 31);
  }

  static void flipBlocks(LongFunction<BlockIndexScenario> kind, int stride) {
    Random random = Seeds.random();
    BlockIndexScenario scenario = kind.apply(random.nextLong());
    BitFlips.Closed closed =
        new BitFlips.Closed(
            scenario,
            scenario.initial(),
            scenario.expected(0),
            ComponentFiles.BLOCKS,
            BlockIndexScenario.PAGE);
    requireNoticed(BitFlips.run(closed, stride, random));
  }

  /**
   * Returns the pages whose loss the store detects. Fails if a flipped bit in them was not
   * detected.
   */
  private static BitSet requireNoticed(BitFlips.Report report) {
    System.out.println("BitFlipTest: " + report);
    assertThat(report.violations()).isEmpty();
    assertThat(report.reported() + report.harmless()).isEqualTo(report.bits());
    BitSet used = report.usedPages();
    assertThat(report.queriedPages().stream()).as("pages that queries read").isNotEmpty();
    BitSet unread = (BitSet) used.clone();
    unread.andNot(report.openedPages());
    unread.andNot(report.queriedPages());
    assertThat(unread.stream()).as("pages whose loss is noticed without a read").isEmpty();
    BitSet unnoticed = report.queriedPages();
    unnoticed.andNot(used);
    assertThat(unnoticed.stream()).as("pages that queries read and do not need").isEmpty();
    return used;
  }
}
