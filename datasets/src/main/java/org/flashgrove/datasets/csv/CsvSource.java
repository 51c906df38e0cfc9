package org.flashgrove.datasets.csv;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.flashgrove.datasets.InputException;

/** UTF-8 text from a file or a stream, unpacked if it begins like gzip, without byte order mark. */
final class CsvSource implements Closeable {
  /** The path that means standard input. */
  static final String STANDARD_STREAM = "-";

  private static final int BUFFER_BYTES = 1 << 16;

  private final String name;
  private final Reader reader;

  private CsvSource(String name, Reader reader) {
    this.name = name;
    this.reader = reader;
  }

  /**
   * Opens a file, or standard input.
   *
   * @param allowed what the file should be, for messages
   */
  static CsvSource open(String path, String allowed) {
    if (path.equals(STANDARD_STREAM)) {
      return of(new Unclosed(System.in), "standard input");
    }
    InputStream bytes;
    try {
      Path file = Path.of(path);
      if (Files.isDirectory(file)) {
        throw new InputException(path, 0, "is a directory", allowed);
      }
      bytes = Files.newInputStream(file);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputException(path, 0, "no such file", allowed, e);
    } catch (AccessDeniedException e) {
      throw new InputException(path, 0, "may not be read", allowed, e);
    } catch (IOException e) {
      if (!Files.exists(Path.of(path))) { // a name below a file
        throw new InputException(path, 0, "no such file", allowed, e);
      }
      throw new UncheckedIOException(path + ": cannot be opened", e);
    }
    return of(bytes, path);
  }

  /** Takes over the stream: closes it, also when opening fails. */
  static CsvSource of(InputStream stream, String name) {
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
    return new CsvSource(name, new InputStreamReader(bytes, StandardCharsets.UTF_8));
  }

  private static void skipByteOrderMark(InputStream bytes) throws IOException {
    bytes.mark(3);
    if (bytes.read() != 0xef || bytes.read() != 0xbb || bytes.read() != 0xbf) {
      bytes.reset();
    }
  }

  /** Returns the error: one of input if the content is to blame, otherwise an I/O error. */
  static RuntimeException problem(String name, long lineNumber, IOException cause) {
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

  String name() {
    return name;
  }

  Reader reader() {
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

  /** Keeps standard input open when the source is closed. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream stream) {
      super(stream);
    }

    @Override
    public void close() {}
  }
}
