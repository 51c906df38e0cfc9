package org.flashgrove.storage.component;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.proof.ComponentProof;
import org.flashgrove.storage.crash.CrashDisk;
import org.flashgrove.storage.log.SyncMode;

class ComponentFileProofTest extends ComponentProof {
  private final CrashDisk disk = new CrashDisk();
  private ComponentFiles.Closed closed;

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
}
