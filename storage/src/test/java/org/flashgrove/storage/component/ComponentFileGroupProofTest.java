package org.flashgrove.storage.component;

import org.flashgrove.storage.log.SyncMode;

/** Commits that a thread of the store's makes durable. */
class ComponentFileGroupProofTest extends ComponentFileProofTest {
  @Override
  ComponentFiles files() {
    return ComponentFiles.plain(SyncMode.parse("group:1ms"));
  }
}
