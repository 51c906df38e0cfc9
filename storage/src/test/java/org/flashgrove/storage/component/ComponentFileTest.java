package org.flashgrove.storage.component;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.ComponentStoreContract;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;

class ComponentFileTest extends ComponentStoreContract {
  private final CrashDisk disk = new CrashDisk();
  private ComponentFiles.Closed closed;

  /** How the files are made. */
  ComponentFiles files() {
    return ComponentFiles.plain(SyncMode.OP);
  }

  @Override
  protected ComponentStore next() {
    closed = files().over(disk);
    return closed.file();
  }

  @Override
  protected void open(ComponentStore store) {
    closed.store().open();
  }

  @Test
  void aStoreWithoutALogOfCommitsIsRefused() {
    ComponentFiles barrier = new ComponentFiles(SyncMode.BARRIER, 8 << 10, 0, false, 1);
    assertThatThrownBy(() -> barrier.over(new CrashDisk()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("log of commits");
  }

  @Test
  void aStoreWithoutAnIndexIsNotOpened() {
    ComponentFiles.Closed nothing = files().over(new CrashDisk());
    assertThatThrownBy(() -> nothing.store().open())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no index is attached");
    nothing.store().close();
  }
}
