package org.flashgrove.storage.component;

import java.nio.file.Path;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockSpaceContract;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.FileSettings;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Blocks in files whose pages are read several at a time. */
class PagedBlocksOnDiskTest extends BlockSpaceContract {
  @TempDir Path path;

  private FileDevice device;
  private String name;
  private int files;
  private int pageSize;
  private int blockPages;

  @BeforeEach
  void openDevice() {
    device = FileDevice.open(path, RawFile.Caching.BUFFERED, new FileSettings(0, true, 4));
  }

  @AfterEach
  void closeDevice() {
    device.close();
  }

  @Override
  protected BlockSpace create(int newPageSize, int newBlockPages) {
    name = "blocks" + files++;
    pageSize = newPageSize;
    blockPages = newBlockPages;
    return new PagedBlocks(device.createPages(name, pageSize), blockPages);
  }

  @Override
  protected BlockSpace reopen() {
    return new PagedBlocks(device.openPages(name, pageSize), blockPages);
  }
}
