package org.flashgrove.access.attribute;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.flashgrove.core.spec.SpecException;

/**
 * An attribute of a table's records.
 *
 * @param name name of 1 to 64 characters, without control characters and without spaces at its ends
 * @param type type of the values
 * @param isNullable whether a record may have no value
 */
public record Attribute(String name, AttributeType type, boolean isNullable) {
  static final int MOST_CHARACTERS = 64;

  /**
   * Checks the name.
   *
   * @throws SpecException if the name is invalid; the message names the allowed form
   */
  public Attribute {
    Objects.requireNonNull(type, "type");
    boolean possible =
        !name.isEmpty()
            && name.length() <= MOST_CHARACTERS
            && name.equals(name.strip())
            && name.codePoints().noneMatch(Attribute::isImpossible);
    if (!possible) {
      throw new SpecException(
          "attribute name '"
              + name
              + "' (allowed: 1 to "
              + MOST_CHARACTERS
              + " characters, none of them a control character, and no space at an end)");
    }
  }

  private static boolean isImpossible(int codePoint) {
    return Character.isISOControl(codePoint)
        || codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /** Returns the name in URL encoding, because specs allow only some characters. */
  public String encodedName() {
    return encodedName(name);
  }

  /** Returns a name in URL encoding, as {@link #encodedName()} does. */
  public static String encodedName(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  /**
   * Decodes a name that {@link #encodedName} encoded.
   *
   * @throws SpecException if the text is invalid
   */
  public static String decodedName(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new SpecException(
          "attribute name '"
              + text
              + "': "
              + e.getMessage()
              + "; use URL encoding, as in street%20no");
    }
  }

  /** Returns an attribute for which every record needs a value. */
  public static Attribute required(String name, AttributeType type) {
    return new Attribute(name, type, false);
  }

  /** Returns an attribute for which a record may have no value. */
  public static Attribute nullable(String name, AttributeType type) {
    return new Attribute(name, type, true);
  }

  /** Returns name and type as in {@code height: double, or null}. */
  @Override
  public String toString() {
    return name + ": " + type + (isNullable ? ", or null" : "");
  }
}
