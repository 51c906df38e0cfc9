package org.flashgrove.access;

import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.CopyingPageStore;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.PoolFigures;
import org.flashgrove.storage.page.PooledPageStore;

/**
 * The page file as the parts of a store see it. Nodes go through the counters, and through a pool
 * if the flash spec has one: what is counted is the traffic with the device below it. Maps and
 * superblocks go past both, and their syncs write back what the pool holds.
 */
final class StorePages implements AutoCloseable {
  private final IoCounters counters = new IoCounters();
  private final CopyingPageStore file;
  private final PooledPageStore pool;
  private final PageStore nodes;
  private final PageStore maps;

  /** Over {@code device}, which is closed with this. */
  StorePages(PageStore device, FlashSpec flash) {
    file = new CopyingPageStore(device);
    PageStore counted = new CountingPageStore(file, counters);
    pool = flash.hasPool() ? flash.pool(counted) : null;
    nodes = pool == null ? counted : pool;
    maps = pool == null ? file : pool.past(file);
  }

  /** The file itself, to be copied while it is used; what the pool holds is not in it. */
  CopyingPageStore file() {
    return file;
  }

  /** Traffic of nodes with the device. */
  IoCounters counters() {
    return counters;
  }

  /** Slots for nodes. */
  PageStore nodes() {
    return nodes;
  }

  /** The same slots for maps and superblocks. */
  PageStore maps() {
    return maps;
  }

  /** Figures of the pool below, or null if there is none. */
  PoolFigures pool() {
    return pool == null ? null : pool.figures();
  }

  @Override
  public void close() {
    nodes.close();
  }
}
