package org.flashgrove.access;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.flashgrove.access.settings.BufferConfig;
import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.metrics.IoStats;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.CopyingPageStore;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PoolStats;
import org.flashgrove.storage.page.SlotPool;
import org.jspecify.annotations.NullUnmarked;

/**
 * The page file as the parts of a store see it. Pages of structures go through counters, one for
 * each structure, and through a pool if the flash spec has one, which all structures share: then
 * there is one counter below it, for the traffic with the device. Maps and superblocks go past
 * both, and their syncs write back what the pool holds.
 */
@NullUnmarked
final class StorePages implements AutoCloseable {
  private final List<IoCounters> counters = new CopyOnWriteArrayList<>();
  private final CopyingPageStore file;
  private final SlotPool pool;
  private final PageStore maps;

  /**
   * Over {@code device}, which is closed with this.
   *
   * @param poolBytes memory of the pool below the buffers, if there is one
   */
  StorePages(PageStore device, BufferConfig flash, long poolBytes) {
    file = new CopyingPageStore(device);
    pool =
        flash.hasPool() ? flash.pool(new CountingPageStore(file, addCounters()), poolBytes) : null;
    maps = pool == null ? file : pool.past(file);
  }

  private IoCounters addCounters() {
    IoCounters added = new IoCounters();
    counters.add(added);
    return added;
  }

  /** The file itself, to be copied while it is used; what the pool holds is not in it. */
  CopyingPageStore file() {
    return file;
  }

  /** Returns the counters for one more structure: its own, or those below the pool. */
  IoCounters countersOfNext() {
    return pool == null ? addCounters() : counters.get(0);
  }

  /** The slots for a structure with counters. */
  PageStore slots(IoCounters ofStructure) {
    return pool == null ? new CountingPageStore(file, ofStructure) : pool;
  }

  /** Returns a page store over the same slots for page maps and superblocks. */
  PageStore maps() {
    return maps;
  }

  /** Traffic of all structures with the device. */
  IoStats io() {
    IoStats sum = counters.get(0).figures();
    for (int i = 1; i < counters.size(); i++) {
      sum = sum.plus(counters.get(i).figures());
    }
    return sum;
  }

  /** Figures of the pool below, or null if there is none. */
  PoolStats pool() {
    return pool == null ? null : pool.figures();
  }

  @Override
  public void close() {
    if (pool == null) {
      file.close();
    } else {
      pool.close();
    }
  }
}
