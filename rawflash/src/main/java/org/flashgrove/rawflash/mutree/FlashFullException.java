package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.failure.StoreException;

/**
 * Thrown when there is no room for another entry. Either the flash is full, or the page layout does
 * not allow the tree to grow by a level.
 */
public final class FlashFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public FlashFullException(String message) {
    super(message);
  }
}
