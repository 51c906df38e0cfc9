package org.flashgrove.storage.file;

import org.flashgrove.core.metrics.IoCounters;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.page.CountingPageStore;
import org.flashgrove.storage.page.RecordingPageStore;

/** Decorators keep the contract. */
class DecoratedPageStoreTest extends FilePageStoreContract {
  private final StoreDirectory directory = new MemoryDirectory();

  @Override
  StoreDirectory directory() {
    return directory;
  }

  @Override
  protected PageStore create(int pageSize) {
    return decorate(super.create(pageSize));
  }

  @Override
  protected PageStore reopen(int pageSize) {
    return decorate(super.reopen(pageSize));
  }

  private static PageStore decorate(PageStore store) {
    return new CountingPageStore(new RecordingPageStore(store, 100), new IoCounters());
  }
}
