package org.flashgrove.datasets.geojson;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Reader in front of the JSON parser that throws an exception if a feature is too long. It also
 * handles text sequences (RFC 8142), in which a record separator precedes each text: it turns these
 * separators into spaces. A separator within a string stays, so that the parser rejects the string.
 */
final class FeatureBounds extends FilterReader {
  /**
   * Maximum number of characters in a feature. A feature may be longer by up to one parser buffer
   * before the reader notices.
   */
  static final int MOST_CHARS = 1 << 24;

  private static final char RECORD_SEPARATOR = 0x1e;

  private long chars;

  FeatureBounds(Reader text) {
    super(text);
  }

  /** Thrown when a feature is too long. */
  static final class ExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    ExceededException() {
      super("a feature has more than " + MOST_CHARS + " characters");
    }
  }

  /** Starts to count the characters of a feature. */
  void begin() {
    chars = 0;
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    int count = super.read(into, from, length);
    chars += Math.max(0, count);
    for (int i = from; i < from + count; i++) {
      if (into[i] == RECORD_SEPARATOR) {
        into[i] = '\t';
      }
    }
    if (chars > MOST_CHARS) {
      throw new ExceededException();
    }
    return count;
  }
}
