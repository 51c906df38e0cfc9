package org.flashgrove.storage.component;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.ComponentStoreContract;
import org.flashgrove.core.flash.MemoryFlash;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.simulator.store.FlashBlocks;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.device.FileDevice;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.log.SyncMode;

/** Blocks on raw flash, the log in a file. */
class ComponentFileOnFlashTest extends ComponentStoreContract {
  private static final int BLOCKS = 24;

  private final CrashDisk disk = new CrashDisk();
  private final MemoryFlash flash =
      MemoryFlash.of(BLOCKS, 2 * ComponentFiles.PAGES, ComponentFiles.PAGE / 2, 10_000);
  private ComponentFiles.Closed closed;

  @Override
  protected ComponentStore next() {
    closed =
        ComponentFiles.plain(SyncMode.OP)
            .over(
                FileDevice.over(disk, RawFile.Caching.BUFFERED),
                new FlashBlocks("flash", flash, ComponentFiles.PAGE, new IoCounters()));
    return closed.file();
  }

  @Override
  protected void open(ComponentStore store) {
    closed.store().open();
  }
}
