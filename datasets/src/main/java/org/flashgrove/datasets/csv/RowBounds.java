package org.flashgrove.datasets.csv;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Reader that limits the length of rows, because the CSV parser keeps a whole row in memory. The
 * reader throws an exception at the position where a row exceeds a limit. The parser has then
 * received all characters before that position, so it reports the line of the row that is too long.
 * Rows, fields and quoting are recognized as in the parser.
 */
final class RowBounds extends FilterReader {
  /** Maximum number of characters in a row, including line breaks in quoted fields. */
  static final int MOST_CHARS = 1 << 24;

  /** Maximum number of fields in a row. */
  static final int MOST_FIELDS = 1 << 10;

  private static final int BEFORE_FIELD = 0;
  private static final int IN_FIELD = 1;
  private static final int IN_QUOTES = 2;
  private static final int AFTER_QUOTES = 3;

  private final char delimiter;
  private int state = BEFORE_FIELD;
  private int chars;
  private int fields = 1;
  private boolean exceeded;

  RowBounds(Reader text, char delimiter) {
    super(text);
    this.delimiter = delimiter;
  }

  /** Thrown when a row is too long. */
  static final class ExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    ExceededException(String message) {
      super(message);
    }
  }

  @Override
  public int read() throws IOException {
    char[] one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    if (exceeded) {
      throw new ExceededException(
          fields > MOST_FIELDS
              ? "row has more than " + MOST_FIELDS + " fields"
              : "row has more than " + MOST_CHARS + " characters");
    }
    int count = super.read(into, from, length);
    for (int i = 0; i < count; i++) {
      step(into[from + i]);
      if (chars > MOST_CHARS || fields > MOST_FIELDS) {
        exceeded = true;
        return i == 0 ? read(into, from, length) : i;
      }
    }
    return count;
  }

  private void step(char c) {
    chars++;
    if (c > '"' && c != delimiter) {
      if (state == BEFORE_FIELD) {
        state = IN_FIELD;
      }
    } else if (c == '"') {
      state =
          switch (state) {
            case BEFORE_FIELD, AFTER_QUOTES -> IN_QUOTES;
            case IN_QUOTES -> AFTER_QUOTES;
            default -> state;
          };
    } else if (state != IN_QUOTES) {
      stepOutsideQuotes(c);
    }
  }

  private void stepOutsideQuotes(char c) {
    if (c == delimiter) {
      fields++;
      state = BEFORE_FIELD;
    } else if (c == '\n' || c == '\r') {
      chars = 0;
      fields = 1;
      state = BEFORE_FIELD;
    } else if (state == BEFORE_FIELD && !Character.isWhitespace(c)) {
      state = IN_FIELD;
    }
  }
}
