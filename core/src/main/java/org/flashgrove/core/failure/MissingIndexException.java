package org.flashgrove.core.failure;

import org.flashgrove.core.spec.SpecException;

/**
 * Thrown when a table has no index with the given name, or no index that a call needs. The message
 * says which index to add.
 */
public final class MissingIndexException extends SpecException {
  private static final long serialVersionUID = 1L;

  /** Creates the error with a message that names the index to add. */
  public MissingIndexException(String message) {
    super(message);
  }
}
