package org.flashgrove.datasets.geojson;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Reader that checks text before the parser sees it and stops where a feature is too long. It turns
 * record separators of text sequences (RFC 8142) into white space. Separators within a string stay,
 * so the parser refuses them.
 */
final class FeatureBounds extends FilterReader {
  /** Characters of a feature; as many as one buffer of the parser may be read beyond it. */
  static final int MOST_CHARS = 1 << 24;

  private static final char RECORD_SEPARATOR = 0x1e;

  private long chars;

  FeatureBounds(Reader text) {
    super(text);
  }

  /** A feature is longer than allowed. */
  static final class ExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    ExceededException() {
      super("a feature has more than " + MOST_CHARS + " characters");
    }
  }

  /** Begins a feature. */
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
