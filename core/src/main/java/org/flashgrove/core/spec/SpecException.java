package org.flashgrove.core.spec;

import java.util.Collection;
import java.util.regex.Pattern;

/** Thrown when a spec string is invalid. The message lists the allowed values. */
public class SpecException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\u2028\\u2029]");

  /**
   * Creates the exception.
   *
   * @param message names the key and the value, and lists the allowed values; control characters
   *     are replaced to keep the message on one line
   */
  public SpecException(String message) {
    super(CONTROL.matcher(message).replaceAll("?"));
  }

  /**
   * Returns the message for an unknown name.
   *
   * @param kind kind of the named object, such as {@code table}
   * @param known all names that exist
   */
  public static String unknown(String kind, String name, Collection<String> known) {
    String allowed = known.isEmpty() ? "none, because none exists" : String.join(", ", known);
    return "unknown " + kind + " '" + name + "' (allowed: " + allowed + ")";
  }
}
