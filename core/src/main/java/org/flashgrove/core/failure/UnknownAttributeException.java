package org.flashgrove.core.failure;

import org.flashgrove.core.spec.SpecException;

/** Thrown when a table has no attribute of the given name. The message lists the attributes. */
public final class UnknownAttributeException extends SpecException {
  private static final long serialVersionUID = 1L;

  private final String attribute;

  /**
   * Creates the exception.
   *
   * @param attribute the unknown name
   * @param known the names of the table's attributes
   */
  public UnknownAttributeException(String attribute, String known) {
    super("unknown attribute '" + attribute + "' (allowed: " + known + ")");
    this.attribute = attribute;
  }

  /** Returns the unknown name. */
  public String attribute() {
    return attribute;
  }
}
