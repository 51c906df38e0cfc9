package org.flashgrove.core.flash;

import org.flashgrove.core.failure.StoreException;

/**
 * Thrown when a page has more bit errors than its error-correcting code can correct, for example
 * after a power cut or because of wear or read disturb.
 */
public final class UncorrectablePageException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception for a page that cannot be read.
   *
   * @param index index of the page in its block
   * @param cause reason why the page cannot be read
   */
  public UncorrectablePageException(int block, int index, String cause) {
    super("flash block " + block + ", page " + index + ": " + cause);
  }
}
