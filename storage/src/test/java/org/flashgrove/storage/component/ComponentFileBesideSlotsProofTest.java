package org.flashgrove.storage.component;

import org.flashgrove.storage.log.SyncMode;

class ComponentFileBesideSlotsProofTest extends ComponentFileProofTest {
  @Override
  ComponentFiles files() {
    return ComponentFiles.besideSlots(SyncMode.CLOSE);
  }
}
