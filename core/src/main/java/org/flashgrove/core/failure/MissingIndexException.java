package org.flashgrove.core.failure;

import org.flashgrove.core.spec.SpecException;

/** A table has no index of a name, or none that a call needs; the message says which to add. */
public final class MissingIndexException extends SpecException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with a message that names the index to add. */
  public MissingIndexException(String message) {
    super(message);
  }
}
