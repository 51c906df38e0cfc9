package org.flashgrove.core.flash;

/**
 * A command that flash does not allow: programming a page that is not erased, or below one that is
 * programmed, erasing a block beyond its endurance, touching a bad block. The caller's mistake;
 * nothing has been done.
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
