package org.flashgrove.simulator.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.page.PageStoreContract;
import org.flashgrove.simulator.device.NandSpec;
import org.flashgrove.simulator.device.SimulatedDevice;
import org.flashgrove.simulator.figures.Origin;
import org.flashgrove.storage.file.FilePageStore;
import org.flashgrove.storage.file.ParallelPageStore;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

/**
 * Page stores as partitions of one device, also after the directory was closed and found again, and
 * that no program goes without an origin.
 */
abstract class SimulatedPageStoreContract extends PageStoreContract {
  private final SimulatedDevice device = NandSpec.parse(spec()).open();
  private SimulatedDirectory directory =
      SimulatedDirectory.format(device, true, depth(), name -> new NodeOrigins(4096, false));
  private int stores;

  abstract String spec();

  /** Reads of a batch that are with the device at a time. */
  int depth() {
    return 1;
  }

  private PageStore parallel(PageStore pages) {
    return depth() == 1 ? pages : new ParallelPageStore(pages, depth());
  }

  /** Pages of stores go past the memory for the end of a file, these by turns. */
  private RawFile.Caching caching() {
    return stores % 2 == 0 ? RawFile.Caching.DIRECT : RawFile.Caching.BUFFERED;
  }

  @Override
  protected PageStore create(int pageSize) {
    return parallel(FilePageStore.create(directory, "pages" + ++stores, caching(), pageSize));
  }

  @Override
  protected PageStore reopen(int pageSize) {
    directory.close();
    directory = SimulatedDirectory.mount(device, depth(), name -> new NodeOrigins(4096, false));
    return parallel(FilePageStore.open(directory, "pages" + stores, caching(), pageSize));
  }

  @Test
  void whatIsGivenBackIsTrimmedAndUsedAgain() {
    try (PageStore store = create(4096)) {
      ByteBuffer page = AlignedBuffers.allocate(4096);
      // far more than the device holds, in turns
      for (int turn = 0; turn < 12; turn++) {
        for (long slot = 0; slot < 500; slot++) {
          page.putLong(0, turn * 1000 + slot);
          store.write(new long[] {slot}, 1, page);
        }
        store.read(new long[] {499}, 1, page);
        assertThat(page.getLong(0)).isEqualTo(turn * 1000 + 499);
        store.trim(0, 500);
        store.sync();
        assertThat(directory.usedBytes()).isZero();
      }
    }
    assertThat(device.figures().hostPageTrims()).isPositive();
    assertThat(device.figures().programs().of(Origin.HOST)).isZero();
  }
}
