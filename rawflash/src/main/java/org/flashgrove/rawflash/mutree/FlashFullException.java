package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.failure.StoreException;

/**
 * Thrown when there is no room for another entry, either on the flash or in the layout of its
 * pages.
 */
public final class FlashFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public FlashFullException(String message) {
    super(message);
  }
}
