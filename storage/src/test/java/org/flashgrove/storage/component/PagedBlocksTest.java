package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockSpaceContract;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.page.CountingPageStore;
import org.junit.jupiter.api.Test;

class PagedBlocksTest extends BlockSpaceContract {
  private CrashDisk disk;
  private int pageSize;
  private int blockPages;

  @Override
  protected BlockSpace create(int newPageSize, int newBlockPages) {
    disk = new CrashDisk();
    pageSize = newPageSize;
    blockPages = newBlockPages;
    return new PagedBlocks(files().createPages("blocks.pages", pageSize), blockPages);
  }

  @Override
  protected BlockSpace reopen() {
    return new PagedBlocks(files().openPages("blocks.pages", pageSize), blockPages);
  }

  private FileDevice files() {
    return FileDevice.over(disk, RawFile.Caching.BUFFERED);
  }

  @Test
  void whatGoesToTheDeviceIsCounted() {
    disk = new CrashDisk();
    IoCounters counters = new IoCounters();
    PageStore pages = new CountingPageStore(files().createPages("blocks.pages", 512), counters);
    try (BlockSpace space = new PagedBlocks(pages, 4)) {
      space.write(0, 0, 3, AlignedBuffers.allocate(3 * 512));
      space.write(0, 3, 1, AlignedBuffers.allocate(512));
      space.readEach(new long[] {0, 3}, 2, AlignedBuffers.allocate(2 * 512), (index, at) -> {});
      space.sync();
    }
    assertThat(counters.figures().pageWrites()).isEqualTo(4);
    assertThat(counters.figures().writeCalls()).isEqualTo(2);
    assertThat(counters.figures().pageReads()).isEqualTo(2);
    assertThat(counters.figures().syncs()).isEqualTo(1);
  }

  @Test
  void aBlockOfAnEarlierTimeIsErasedFirst() {
    BlockSpace space = create(512, 4);
    space.write(0, 0, 1, AlignedBuffers.allocate(512));
    space.close();
    try (BlockSpace again = reopen()) {
      assertThatThrownBy(() -> again.write(0, 1, 1, AlignedBuffers.allocate(512)))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("blocks.pages, block 0")
          .hasMessageContaining("erased");
      again.erase(0);
      again.write(0, 0, 4, AlignedBuffers.allocate(4 * 512));
    }
  }

  @Test
  void impossibleShapesAreRefused() {
    PageStore pages =
        FileDevice.over(new CrashDisk(), RawFile.Caching.BUFFERED).createPages("b", 512);
    for (int wrong : new int[] {1, 0, -4, 4_097}) {
      assertThatThrownBy(() -> new PagedBlocks(pages, wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
