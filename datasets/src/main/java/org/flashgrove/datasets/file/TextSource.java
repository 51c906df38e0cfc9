package org.flashgrove.datasets.file;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.flashgrove.datasets.InputException;

/**
 * Text of a file or a stream, without byte order mark. It is UTF-8 unless another encoding is
 * given, and decompressed if it begins like gzip.
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
   * Opens a file, or standard input.
   *
   * @param allowed what the file should be, for messages
   * @throws InputException if it is not there, may not be read, or is a damaged gzip stream
   */
  public static TextSource open(InputFile file, String allowed) {
    return open(file, allowed, null);
  }

  /**
   * Opens a file, or standard input.
   *
   * @param encoding the encoding of its text; null for UTF-8
   */
  public static TextSource open(InputFile file, String allowed, Charset encoding) {
    return of(file.open(allowed), file.name(), encoding);
  }

  /** Takes over the stream: closes it, also when opening fails. */
  public static TextSource of(InputStream stream, String name) {
    return of(stream, name, null);
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

  /** Reads no further than a known kind goes on, since the rest may come only after an answer. */
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

  /** Returns the number of bytes skipped. */
  private static int skipByteOrderMark(InputStream bytes) throws IOException {
    bytes.mark(3);
    if (bytes.read() == 0xef && bytes.read() == 0xbb && bytes.read() == 0xbf) {
      return 3;
    }
    bytes.reset();
    return 0;
  }

  /** Returns the error: one of input if the content is to blame, otherwise an I/O error. */
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

  /** Returns what messages call the file. */
  public String name() {
    return name;
  }

  /** Returns the text. */
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
