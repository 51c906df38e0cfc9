package org.flashgrove.core.failure;

import org.flashgrove.core.spec.SpecException;

/**
 * Thrown if a table lacks an index of the given name, or one that a call needs. The message says
 * which index to add.
 */
public final class MissingIndexException extends SpecException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with a message that names the index to add. */
  public MissingIndexException(String message) {
    super(message);
  }
}
