package org.flashgrove.storage.component;

import org.flashgrove.storage.log.SyncMode;

class ComponentFileBesideSlotsTest extends ComponentFileTest {
  @Override
  ComponentFiles files() {
    return ComponentFiles.besideSlots(SyncMode.CLOSE);
  }
}
