package org.flashgrove.storage.log.role;

import org.flashgrove.core.failure.StoreException;

/** A structure whose writes can fail, and which knows what a failure left in memory. */
public interface Fallible {
  /**
   * Returns the first failure of a write to the device, or null. After one the content of the
   * device is not known, and the store takes no changes.
   */
  StoreException writeFailure();

  /**
   * Returns whether all that commits so far left can be read after a write, a sync or a change of
   * the log has failed: nothing in memory was given up that the device does not hold, and nothing
   * is half done. Then queries go on.
   */
  default boolean isWholeAfterFailure() {
    return false;
  }
}
