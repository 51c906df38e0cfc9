package org.flashgrove.core.flash;

/**
 * Thrown when a command breaks a rule of flash, such as programming a page that is not erased, or
 * erasing a block beyond its endurance. The command has no effect.
 */
public final class FlashRuleException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an error that reports a violated rule.
   *
   * @param message one line that names the rule, the block and the page
   */
  public FlashRuleException(String message) {
    super(message);
  }
}
