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
 * The page file of a store and the counters of its page transfers.
 *
 * <p>If the flash spec has a page pool, all structures share the pool, and one counter counts the
 * transfers between pool and file. Without a pool each structure has its own counter. Page maps and
 * superblocks are read and written directly in the file and are not counted. A sync of page maps or
 * superblocks first writes the dirty pages of the pool.
 */
@NullUnmarked
final class StorePages implements AutoCloseable {
  private final List<IoCounters> counters = new CopyOnWriteArrayList<>();
  private final CopyingPageStore file;
  private final SlotPool pool;
  private final PageStore maps;

  /**
   * Wraps the page file. Closing this object closes {@code device}.
   *
   * @param poolBytes memory of the page pool in bytes, if the flash spec has one
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

  /**
   * Returns the page file, for copying while the store uses it. Dirty pages of the pool are not yet
   * in this file.
   */
  CopyingPageStore file() {
    return file;
  }

  /**
   * Returns the counters for one more structure: the shared counters if there is a pool, otherwise
   * new ones.
   */
  IoCounters countersOfNext() {
    return pool == null ? addCounters() : counters.get(0);
  }

  /**
   * Returns the page store of a structure.
   *
   * @param ofStructure counters that {@link #countersOfNext} returned for this structure
   */
  PageStore slots(IoCounters ofStructure) {
    return pool == null ? new CountingPageStore(file, ofStructure) : pool;
  }

  /** Returns the page file for page maps and superblocks, which bypass the pool. */
  PageStore maps() {
    return maps;
  }

  IoStats io() {
    IoStats sum = new IoCounters().figures();
    for (IoCounters each : counters) {
      sum = sum.plus(each.figures());
    }
    return sum;
  }

  /** Returns the counters of the page pool, or null without a pool. */
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
