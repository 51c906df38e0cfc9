package org.flashgrove.access;

import org.flashgrove.core.Repetitions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Flipped bits in the blocks and the log of an LSM R-tree. */
class LsmBitFlipTest {
  @Test
  void aFlippedBitOfBlocksOrTheirLogIsReportedOrUnused() {
    BitFlipTest.flipBlocks(LsmCrashTest::ofManyLevels, Repetitions.of(4_001, 2_003));
  }

  @Tag("long")
  @Test
  void manyFlippedBitsOfBlocksAndTheirLogAreReportedOrUnused() {
    BitFlipTest.flipBlocks(LsmCrashTest::ofManyLevels, 31);
  }
}
