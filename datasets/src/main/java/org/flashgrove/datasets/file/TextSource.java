package org.flashgrove.datasets.file;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.flashgrove.datasets.InputException;

/**
 * Text of a file or a stream without its byte order mark. The encoding is UTF-8 unless another one
 * is given. If the input begins with the first bytes of a gzip stream, it is decompressed.
 */
public final class TextSource implements Closeable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final Reader reader;

  private TextSource(String name, Reader reader) {
    this.name = name;
    this.reader = reader;
  }

  /**
   * Opens a file or standard input as UTF-8.
   *
   * @param allowed what the file should be, for messages
   * @throws InputException if the file is missing, not readable, or a damaged gzip stream
   */
  public static TextSource open(InputFile file, String allowed) {
    return open(file, allowed, null);
  }

  /**
   * Opens a file or standard input.
   *
   * @param encoding encoding of the text; null for UTF-8
   */
  public static TextSource open(InputFile file, String allowed, Charset encoding) {
    return of(file.open(allowed), file.name(), encoding);
  }

  /**
   * Creates a text that owns {@code stream}. If this method throws an exception, it closes the
   * stream.
   */
  public static TextSource of(InputStream stream, String name) {
    return of(stream, name, null);
  }

  /**
   * Creates the rest of a text in UTF-8, whose first bytes have no special meaning. The text owns
   * the stream.
   */
  public static TextSource rest(InputStream stream, String name) {
    return new TextSource(name, new DecodedText(stream, StandardCharsets.UTF_8, 0));
  }

  /** Creates a text from characters in memory. */
  public static TextSource of(String text, String name) {
    return new TextSource(name, new StringReader(text));
  }

  private static TextSource of(InputStream stream, String name, Charset encoding) {
    InputStream bytes = new BufferedInputStream(stream, BUFFER_BYTES);
    try {
      if (kindOf(bytes) == FileSignature.GZIP) {
        bytes = new BufferedInputStream(new GzipMembers(bytes, BUFFER_BYTES), BUFFER_BYTES);
      }
      FileSignature kind = kindOf(bytes);
      if (kind != null && !(kind.isWideText() && encoding != null)) {
        throw kind.unexpected(name);
      }
      Charset chosen = encoding == null ? StandardCharsets.UTF_8 : encoding;
      long before = chosen == StandardCharsets.UTF_8 ? skipByteOrderMark(bytes) : 0;
      return new TextSource(name, new DecodedText(bytes, chosen, before));
    } catch (IOException | RuntimeException e) {
      RuntimeException problem =
          e instanceof IOException io ? problem(name, 0, io) : (RuntimeException) e;
      try {
        bytes.close();
      } catch (IOException suppressed) {
        problem.addSuppressed(suppressed);
      }
      throw problem;
    }
  }

  /**
   * Returns the kind of a stream, according to its first bytes. Reads only as many bytes as a
   * signature needs, because an interactive sender may wait for an answer before it sends more
   * bytes.
   */
  private static FileSignature kindOf(InputStream bytes) throws IOException {
    bytes.mark(FileSignature.MOST_BYTES);
    byte[] first = new byte[FileSignature.MOST_BYTES];
    int count = 0;
    while (FileSignature.mayBeKnown(first, count)) {
      int next = bytes.read();
      if (next < 0) {
        break;
      }
      first[count++] = (byte) next;
    }
    bytes.reset();
    return FileSignature.of(Arrays.copyOf(first, count));
  }

  /** Skips a byte order mark if the stream begins with one. Returns the number of bytes skipped. */
  private static int skipByteOrderMark(InputStream bytes) throws IOException {
    bytes.mark(3);
    if (bytes.read() == 0xef && bytes.read() == 0xbb && bytes.read() == 0xbf) {
      return 3;
    }
    bytes.reset();
    return 0;
  }

  /**
   * Returns an {@link InputException} if {@code cause} reports invalid content, and otherwise an
   * exception for an I/O error.
   */
  public static RuntimeException problem(String name, long lineNumber, IOException cause) {
    if (cause instanceof ZipException || cause instanceof EOFException) {
      return new InputException(
          name,
          lineNumber,
          "the gzip stream is damaged (" + cause.getMessage() + ")",
          "a complete gzip stream",
          cause);
    }
    if (cause instanceof DecodedText.MalformedException bytes) {
      return new InputException(
          name,
          bytes.place(),
          bytes.getMessage(),
          "text in that encoding, or --encoding, as in --encoding windows-1252",
          cause);
    }
    return new UncheckedIOException(name + ": cannot be read", cause);
  }

  /** Returns the name of the text in messages. */
  public String name() {
    return name;
  }

  /** Returns a reader of the text. */
  public Reader reader() {
    return reader;
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be closed", e);
    }
  }
}
