package org.flashgrove.datasets.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * Decodes bytes to characters. If bytes are invalid, it throws an exception with their position. A
 * reader of the JDK would insert U+FFFD instead.
 */
final class DecodedText extends Reader {
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();

  /** Number of bytes of the text before the first byte in the buffer. */
  private long position;

  private long line = 1;
  private boolean atEnd;
  private boolean isFlushed;

  /**
   * Creates a text that owns the stream.
   *
   * @param position number of bytes of the text before the stream
   */
  DecodedText(InputStream in, Charset encoding, long position) {
    this.in = in;
    this.position = position;
    decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Thrown when bytes are invalid in the encoding. */
  static final class MalformedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String place;

    MalformedException(String place, String wrong) {
      super(wrong);
      this.place = place;
    }

    String place() {
      return place;
    }
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    CharBuffer chars = CharBuffer.wrap(into, from, length).slice();
    while (chars.position() == 0 && length > 0 && !isFlushed) {
      int first = bytes.position();
      CoderResult result = decoder.decode(bytes, chars, atEnd);
      countLines(first);
      if (result.isError()) {
        throw malformed(result.length());
      }
      if (result.isUnderflow()) {
        if (atEnd) {
          isFlushed = decoder.flush(chars).isUnderflow();
        } else if (chars.position() == 0) {
          // Read more bytes only after all characters were returned. An interactive sender may
          // wait for an answer to them.
          fill();
        }
      }
    }
    return chars.position() == 0 && length > 0 ? -1 : chars.position();
  }

  private void fill() throws IOException {
    position += bytes.position();
    bytes.compact();
    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
    atEnd = count < 0;
    bytes.position(bytes.position() + Math.max(0, count)).flip();
  }

  private void countLines(int first) {
    for (int i = first; i < bytes.position(); i++) {
      if (bytes.get(i) == '\n') {
        line++;
      }
    }
  }

  private MalformedException malformed(int length) {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < Math.min(length, bytes.remaining()); i++) {
      found.append(String.format(" 0x%02X", bytes.get(bytes.position() + i) & 0xff));
    }
    return new MalformedException(
        "line " + line + ", byte " + (position + bytes.position()),
        (length > 1 ? "bytes" + found + " are" : "byte" + found + " is")
            + " no text in "
            + decoder.charset());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
