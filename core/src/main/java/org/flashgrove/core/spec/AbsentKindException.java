package org.flashgrove.core.spec;

/**
 * Thrown when the module that contains an implementation named in a spec is not on the class path.
 * The message names the module.
 */
public final class AbsentKindException extends SpecException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param part role of the kind in a store, such as {@code index}
   * @param name the kind's name in specs
   * @param artifact the Maven artifact of the module, such as {@code flashgrove-simulator}
   */
  public AbsentKindException(String part, String name, String artifact) {
    super(
        part
            + " '"
            + name
            + "' is in org.flashgrove:"
            + artifact
            + ", which is not on the class path; add the dependency");
  }
}
