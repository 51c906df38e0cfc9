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
   * Returns whether queries can continue after a failed write, sync or log change. This requires
   * that memory still holds everything that the device may lack, and that no change is half
   * applied.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }
}
