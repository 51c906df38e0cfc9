package org.flashgrove.grove.merge;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.component.Block;
import org.flashgrove.grove.curve.Directory;
import org.flashgrove.grove.fence.StoredBlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockLifetimeTest {
  private static Block block(long sequence) {
    return new Block(sequence % 100, sequence, 4, 0);
  }

  /** Returns the estimate for 100 blocks, the newest of which has sequence number 1000. */
  private static BlockLifetime ofBlocks() {
    Directory.Builder directory = new Directory.Builder().interval(0);
    for (int i = 0; i < 100; i++) {
      directory.block(StoredBlock.of(block(1000 - 7L * i), 10, null));
    }
    BlockLifetime lifetime = new BlockLifetime();
    lifetime.note(directory.build());
    return lifetime;
  }

  @ParameterizedTest
  @CsvSource({"990, 0", "951, 0", "949, 1", "900, 1", "801, 1", "799, 2", "300, 2"})
  void blocksLastAsLongAsTheBlocksTheyReplace(long replaced, int level) {
    assertThat(ofBlocks().level(new Block[] {block(replaced)})).isEqualTo(level);
  }

  @Test
  void theMeanOfTheReplacedBlocksCounts() {
    BlockLifetime lifetime = ofBlocks();
    assertThat(lifetime.level(new Block[] {block(1000), block(700)})).isEqualTo(1);
    assertThat(lifetime.level(new Block[] {block(1000), block(950)})).isZero();
    assertThat(lifetime.level(new Block[] {block(500), block(950)})).isEqualTo(2);
    assertThat(lifetime.level(new Block[0])).isEqualTo(1);
  }
}
