package org.flashgrove.core.component;

import org.flashgrove.core.component.MemoryComponentStore.Disk;

class MemoryComponentStoreTest extends ComponentStoreContract {
  private final Disk disk = new Disk();

  @Override
  protected ComponentStore next() {
    return new MemoryComponentStore(disk, PAGE, PAGES);
  }

  @Override
  protected void open(ComponentStore closed) {
    ((MemoryComponentStore) closed).open();
  }
}
