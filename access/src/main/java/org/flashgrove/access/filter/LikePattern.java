package org.flashgrove.access.filter;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.core.spec.SpecException;

/** LIKE pattern that is compared with UTF-8 bytes, without decoding them to a string. */
final class LikePattern {
  private static final int ANY = 256;
  private static final int ONE = 257;

  /** UTF-8 bytes of the pattern; {@link #ANY} for {@code %} and {@link #ONE} for {@code _}. */
  private final int[] pattern;

  private LikePattern(int[] pattern) {
    this.pattern = pattern;
  }

  static LikePattern of(Schema schema, String name, String text) {
    Attribute attribute = schema.attribute(name);
    if (attribute.type() != AttributeType.STRING) {
      throw new SpecException(
          "attribute '" + name + "' of type " + attribute.type() + " with like (allowed: string)");
    }
    int[] units = new int[text.length() * 4];
    int count = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point == '%') {
        units[count++] = ANY;
      } else if (point == '_') {
        units[count++] = ONE;
      } else {
        if (point == '\\') {
          if (i == text.length()) {
            throw new SpecException(
                "pattern '"
                    + text
                    + "' ends with a backslash; add a character, or double the backslash");
          }
          point = text.codePointAt(i);
          i += Character.charCount(point);
        }
        for (byte each : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
          units[count++] = Byte.toUnsignedInt(each);
        }
      }
    }
    return new LikePattern(Arrays.copyOf(units, count));
  }

  /** Returns the common prefix of all matching texts, in UTF-8. */
  byte[] beginning() {
    ByteArrayOutputStream start = new ByteArrayOutputStream();
    for (int i = 0; i < pattern.length && pattern[i] < ANY; i++) {
      start.write(pattern[i]);
    }
    return start.toByteArray();
  }

  boolean matches(Row row, int attribute) {
    ByteBuffer bytes = row.text(attribute);
    return matches(bytes, bytes.position(), bytes.limit());
  }

  /**
   * Matches bytes against the pattern. Backtracks only to the last {@code %}, so the time is at
   * most proportional to the length of the pattern times the length of the text.
   */
  private boolean matches(ByteBuffer bytes, int from, int to) {
    int at = from;
    int unit = 0;
    int restart = -1;
    int restartAt = 0;
    while (at < to) {
      if (unit < pattern.length && pattern[unit] == ANY) {
        restart = ++unit;
        restartAt = at;
      } else if (unit < pattern.length && pattern[unit] == ONE) {
        at = nextCharacter(bytes, at, to);
        unit++;
      } else if (unit < pattern.length && pattern[unit] == Byte.toUnsignedInt(bytes.get(at))) {
        at++;
        unit++;
      } else if (restart >= 0) {
        restartAt = nextCharacter(bytes, restartAt, to);
        at = restartAt;
        unit = restart;
      } else {
        return false;
      }
    }
    while (unit < pattern.length && pattern[unit] == ANY) {
      unit++;
    }
    return unit == pattern.length;
  }

  private static int nextCharacter(ByteBuffer bytes, int at, int to) {
    int next = at + 1;
    while (next < to && (bytes.get(next) & 0xC0) == 0x80) {
      next++;
    }
    return next;
  }
}
