package org.flashgrove.datasets.file;

import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.flashgrove.datasets.InputException;

/** Input that is either a file, given by its path, or a stream. */
public final class InputFile {
  /** Path that stands for standard input. */
  public static final String STANDARD_STREAM = "-";

  private final String name;
  private final String path;
  private final InputStream stream;

  private InputFile(String name, String path, InputStream stream) {
    this.name = name;
    this.path = path;
    this.stream = stream;
  }

  /**
   * Creates an input for a path.
   *
   * @param path a file, or {@code -} for standard input, which stays open
   */
  public static InputFile named(String path) {
    return path.equals(STANDARD_STREAM)
        ? of(new Unclosed(System.in), "standard input")
        : new InputFile(path, path, null);
  }

  /**
   * Creates an input that reads a stream, which can be read only once.
   *
   * @param name name of the input in messages
   */
  public static InputFile of(InputStream stream, String name) {
    return new InputFile(name, null, stream);
  }

  /**
   * Creates an input that reads a copy of another input, such as a stream.
   *
   * @param copy the file to read
   * @param name name of the other input in messages
   */
  public static InputFile copy(Path copy, String name) {
    return new InputFile(name, copy.toString(), null);
  }

  /** Returns the name in messages. */
  public String name() {
    return name;
  }

  /** Returns whether the input can be read only once. */
  public boolean isStream() {
    return stream != null;
  }

  /**
   * Returns the path, for formats that need random access.
   *
   * @param allowed what the file should be, for messages
   * @throws InputException if the input is a stream, or if the file is missing or not readable
   */
  public Path path(String allowed) {
    if (path == null) {
      throw new InputException(name, 0, "is a stream", allowed);
    }
    try {
      open(allowed).close();
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be opened", e);
    }
    return Path.of(path);
  }

  /**
   * Opens the file, or returns the stream.
   *
   * @param allowed what the file should be, for messages
   * @throws InputException if the file is missing or not readable
   * @throws UncheckedIOException if opening fails for another reason
   */
  public InputStream open(String allowed) {
    if (stream != null) {
      return stream;
    }
    try {
      Path file = Path.of(path);
      if (Files.isDirectory(file)) {
        throw new InputException(name, 0, "is a directory", allowed);
      }
      return opened(file);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputException(name, 0, "no such file", allowed, e);
    } catch (AccessDeniedException e) {
      throw new InputException(name, 0, "may not be read", allowed, e);
    } catch (IOException e) {
      if (!Files.exists(Path.of(path))) { // the path leads through a file instead of a directory
        throw new InputException(name, 0, "no such file", allowed, e);
      }
      throw new UncheckedIOException(name + ": cannot be opened", e);
    }
  }

  /**
   * Opens a file or a pipe. A stream of {@link Files#newInputStream} would seek in a pipe when a
   * caller asks for the number of available bytes.
   */
  private static InputStream opened(Path file) throws IOException {
    boolean isPipe = Files.exists(file) && !Files.isRegularFile(file);
    return isPipe ? new FileInputStream(file.toFile()) : Files.newInputStream(file);
  }

  /** Stream that keeps standard input open when it is closed. */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream stream) {
      super(stream);
    }

    @Override
    public void close() {}
  }
}
