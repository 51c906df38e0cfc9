package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockSpaceContract;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.flash.BlockFailedException;
import org.flashgrove.core.flash.MemoryFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.simulator.store.FlashBlocks;
import org.junit.jupiter.api.Test;

class FlashBlocksTest extends BlockSpaceContract {
  private MemoryFlash flash;
  private int pageSize;

  /** Two flash pages make a page. */
  @Override
  protected BlockSpace create(int newPageSize, int blockPages) {
    pageSize = newPageSize;
    flash = MemoryFlash.of(8, 2 * blockPages, pageSize / 2, 1_000);
    return reopen();
  }

  @Override
  protected BlockSpace reopen() {
    return new FlashBlocks("flash", flash, pageSize, new IoCounters());
  }

  @Override
  protected boolean shrinks() {
    return false;
  }

  private static ByteBuffer pages(int count) {
    ByteBuffer bytes = AlignedBuffers.allocate(count * 512);
    for (int i = 0; i < count * 512; i++) {
      bytes.put(i, (byte) (i * 7));
    }
    return bytes;
  }

  private static void readPage(BlockSpace space, long address) {
    space.readEach(new long[] {address}, 1, AlignedBuffers.allocate(512), (index, at) -> {});
  }

  @Test
  void aBlockIsErasedOnlyIfItWasWritten() {
    BlockSpace space = create(512, 4);
    space.erase(1);
    assertThat(flash.eraseCount(1)).isZero();
    space.write(1, 0, 1, pages(1));
    assertThat(flash.programs()).isEqualTo(2);
    space.erase(1);
    assertThat(space.eraseCount(1)).isEqualTo(1);
    assertThat(space.countsErasures()).isTrue();
  }

  @Test
  void aPageThatAPowerCutToreIsDamagedUntilItIsErased() {
    BlockSpace space = create(512, 4);
    flash.cutAt(4);
    assertThatThrownBy(() -> space.write(2, 0, 3, pages(3))).isInstanceOf(StoreIoException.class);
    flash.powerOn();
    BlockSpace again = reopen();
    readPage(again, 8);
    assertThatThrownBy(() -> readPage(again, 9))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("flash, block 2, page 1");
    again.erase(2);
    again.write(2, 0, 4, pages(4));
    readPage(again, 9);
  }

  @Test
  void halfAPageIsNotWrittenOn() {
    BlockSpace space = create(512, 4);
    flash.cutAt(3);
    assertThatThrownBy(() -> space.write(0, 0, 3, pages(3))).isInstanceOf(StoreIoException.class);
    flash.powerOn();
    BlockSpace again = reopen();
    for (int page = 1; page <= 2; page++) {
      int first = page;
      assertThatThrownBy(() -> again.write(0, first, 1, pages(1)))
          .isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void anEraseThatAPowerCutBreaksIsDoneAgain() {
    BlockSpace space = create(512, 4);
    space.write(3, 0, 4, pages(4));
    flash.cutAt(1);
    assertThatThrownBy(() -> space.erase(3)).isInstanceOf(StoreIoException.class);
    flash.powerOn();
    BlockSpace again = reopen();
    assertThatThrownBy(() -> readPage(again, 12)).isInstanceOf(DamagedStoreException.class);
    again.erase(3);
    again.write(3, 0, 1, pages(1));
    readPage(again, 12);
  }

  @Test
  void aBlockThatFailsIsNotUsedAgain() {
    BlockSpace space = create(512, 4);
    space.write(0, 0, 4, pages(4));
    flash.fail(0);
    flash.fail(1);
    assertThatThrownBy(() -> space.erase(0)).isInstanceOf(BlockFailedException.class);
    assertThatThrownBy(() -> space.write(1, 0, 1, pages(1)))
        .isInstanceOf(BlockFailedException.class);
    for (long block = 0; block < 8; block++) {
      assertThat(space.isUsable(block)).isEqualTo(block > 1);
    }
    assertThatThrownBy(() -> space.erase(0)).isInstanceOf(BlockFailedException.class);
  }

  @Test
  void aWornBlockIsNotUsedAgain() {
    flash = MemoryFlash.of(8, 4, 512, 2);
    pageSize = 512;
    BlockSpace space = reopen();
    for (int i = 0; i < 2; i++) {
      space.write(5, 0, 1, pages(1));
      space.erase(5);
    }
    assertThat(space.isUsable(5)).as("erased for the last time").isTrue();
    space.write(5, 0, 1, pages(1));
    assertThat(space.isUsable(5)).isFalse();
    assertThatThrownBy(() -> space.erase(5)).isInstanceOf(BlockFailedException.class);
    readPage(space, 20);
  }

  @Test
  void impossibleShapesAreRefused() {
    MemoryFlash small = MemoryFlash.of(4, 8, 2048, 10);
    for (int wrong : new int[] {1024, 3072, 16_384}) {
      assertThatThrownBy(() -> new FlashBlocks("flash", small, wrong, new IoCounters()))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new FlashBlocks("flash", small, 8192, new IoCounters()).blockPages()).isEqualTo(2);
  }
}
