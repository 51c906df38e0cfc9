package org.flashgrove.storage.log.role;

import org.flashgrove.core.failure.StoreException;

/** A structure whose writes to the device can fail. */
public interface Fallible {
  /**
   * Returns the first failure of a write to the device, or null. After a failure the content of the
   * device is unknown, and the store accepts no more changes.
   */
  StoreException writeFailure();

  /**
   * Returns whether queries can continue after a write, a sync or a change of the log has failed.
   * Queries can continue if memory still contains everything that the device may lack, and if no
   * change is only partly applied in memory.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }
}
