package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

class BlockAllocatorTest {
  static final int PAGE = 512;
  static final int PAGES = 4;
  private static final Block[] NONE = {};

  long frame;

  private static BlockSpace inAFile() {
    FileDevice files = FileDevice.over(new CrashDisk(), RawFile.Caching.BUFFERED);
    return new PagedBlocks(files.createPages("blocks.pages", PAGE), PAGES);
  }

  /** Writes blocks that count, each by an edit of its own. */
  Block[] add(BlockAllocator blocks, BlockSpace space, int count) {
    Block[] added = new Block[count];
    for (int i = 0; i < count; i++) {
      long number = blocks.take();
      space.write(number, 0, 1, AlignedBuffers.allocate(PAGE));
      added[i] = new Block(number, i + 1, 1, 0);
      blocks.sealed(added[i]);
      blocks.edited(++frame, frame, new Block[] {added[i]}, NONE);
    }
    return added;
  }

  void retire(BlockAllocator blocks, Block block) {
    blocks.edited(++frame, frame, NONE, new Block[] {block});
  }

  @Test
  void whereThereAreManySeveralAreFreedTogether() {
    BlockSpace space = inAFile();
    BlockAllocator blocks = new BlockAllocator(space);
    Block[] added = add(blocks, space, 32 + 4);
    for (int i = 0; i < 4; i++) {
      assertThat(blocks.isWorthReleasing(frame)).as("%d are retired", i).isFalse();
      retire(blocks, added[i]);
    }
    assertThat(blocks.isWorthReleasing(frame - 1)).as("three edits are durable").isFalse();
    assertThat(blocks.isWorthReleasing(frame)).isTrue();
    assertThat(blocks.take()).as("none is free yet").isEqualTo(added.length);
    blocks.release(frame, (since, until, of) -> false);
    assertThat(blocks.retiredCount()).isZero();
    for (int i = 0; i < 4; i++) {
      assertThat(blocks.take()).isEqualTo(added[i].number());
    }
  }

  @Test
  void whereThereAreFewEachIsFreedAtOnce() {
    BlockSpace space = inAFile();
    BlockAllocator blocks = new BlockAllocator(space);
    Block[] added = add(blocks, space, 12);
    assertThat(blocks.isWorthReleasing(frame)).isFalse();
    retire(blocks, added[3]);
    assertThat(blocks.isWorthReleasing(frame)).isTrue();
  }
}
