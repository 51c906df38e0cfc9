package org.flashgrove.core.flash;

import org.flashgrove.core.failure.StoreException;

/** Thrown when the errors of a page exceed its ECC, after a power cut, wear or read disturb. */
public final class UncorrectablePageException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of a page that cannot be read. */
  public UncorrectablePageException(int block, int index, String cause) {
    super("flash block " + block + ", page " + index + ": " + cause);
  }
}
