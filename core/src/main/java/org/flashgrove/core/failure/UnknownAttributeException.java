package org.flashgrove.core.failure;

import org.flashgrove.core.spec.SpecException;

/** A name is none of the attributes of a table; the message lists them. */
public final class UnknownAttributeException extends SpecException {
  private static final long serialVersionUID = 1L;

  private final String attribute;

  /**
   * Creates the error of a name.
   *
   * @param attribute the name that is not known
   * @param known the names of the table's attributes
   */
  public UnknownAttributeException(String attribute, String known) {
    super("unknown attribute '" + attribute + "' (allowed: " + known + ")");
    this.attribute = attribute;
  }

  /** Returns the name that is not known. */
  public String attribute() {
    return attribute;
  }
}
