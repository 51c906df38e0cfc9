package org.flashgrove.core.spec;

import java.util.regex.Pattern;

/** A spec string that is not understood; the message lists what is allowed. */
public class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  /**
   * Creates an error.
   *
   * @param message names the key and the value, and lists the allowed values; control characters
   *     are replaced, so the message is one line
   */
  public SpecException(String message) {
    super(CONTROL.matcher(message).replaceAll("?"));
  }
}
