package org.flashgrove.core.flash;

import org.flashgrove.core.failure.StoreException;

/** A page whose bits cannot be corrected: torn by a power cut, worn or disturbed beyond its ECC. */
public final class UncorrectablePageException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** Creates the error of a page that cannot be read. */
  public UncorrectablePageException(int block, int index, String cause) {
    super("flash block " + block + ", page " + index + ": " + cause);
  }
}
