package org.flashgrove.datasets.feature;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.flashgrove.datasets.InputException;

/** UTF-8 text from a file or a stream, unpacked if it begins like gzip, without byte order mark. */
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
    return of(file.open(allowed), file.name());
  }

  /** Takes over the stream: closes it, also when opening fails. */
  public static TextSource of(InputStream stream, String name) {
    InputStream bytes = new BufferedInputStream(stream, BUFFER_BYTES);
    try {
      bytes.mark(3);
      int first = bytes.read();
      int second = bytes.read();
      bytes.reset();
      if (first == 0x1f && second == 0x8b) {
        bytes = new BufferedInputStream(new GZIPInputStream(bytes, BUFFER_BYTES), BUFFER_BYTES);
      }
      skipByteOrderMark(bytes);
    } catch (IOException e) {
      RuntimeException problem = problem(name, 0, e);
      try {
        bytes.close();
      } catch (IOException suppressed) {
        problem.addSuppressed(suppressed);
      }
      throw problem;
    }
    return new TextSource(name, new InputStreamReader(bytes, StandardCharsets.UTF_8));
  }

  private static void skipByteOrderMark(InputStream bytes) throws IOException {
    bytes.mark(3);
    if (bytes.read() != 0xef || bytes.read() != 0xbb || bytes.read() != 0xbf) {
      bytes.reset();
    }
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
