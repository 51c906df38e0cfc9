package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.flash.MemoryFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.simulator.store.FlashBlocks;
import org.junit.jupiter.api.Test;

class FlashBlockAllocatorTest {
  @Test
  void whereBlocksWearEachIsFreedAtOnce() {
    MemoryFlash flash =
        MemoryFlash.of(80, BlockAllocatorTest.PAGES, BlockAllocatorTest.PAGE, 1_000);
    BlockSpace space = new FlashBlocks("flash", flash, BlockAllocatorTest.PAGE, new IoCounters());
    BlockAllocator blocks = new BlockAllocator(space);
    BlockAllocatorTest steps = new BlockAllocatorTest();
    Block[] added = steps.add(blocks, space, 70);
    steps.retire(blocks, added[3]);
    assertThat(blocks.isWorthReleasing(steps.frame)).isTrue();
  }
}
