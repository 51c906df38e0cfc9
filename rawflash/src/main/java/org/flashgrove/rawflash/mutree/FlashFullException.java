package org.flashgrove.rawflash.mutree;

import org.flashgrove.core.failure.StoreException;

/** There is no room for a further entry: on the flash, or in the layout of its pages. */
public final class FlashFullException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates an error with one line that names what is allowed. */
  public FlashFullException(String message) {
    super(message);
  }
}
