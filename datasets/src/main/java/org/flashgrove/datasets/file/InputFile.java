package org.flashgrove.datasets.file;

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

/** A file to read: by its path, or a stream in its place. */
public final class InputFile {
  /** The path that means standard input. */
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
   * Names a file, or standard input.
   *
   * @param path the file, or {@code -} for standard input, which stays open
   */
  public static InputFile named(String path) {
    return path.equals(STANDARD_STREAM)
        ? of(new Unclosed(System.in), "standard input")
        : new InputFile(path, path, null);
  }

  /** Takes a stream; it is read once, and {@code name} stands for the file in messages. */
  public static InputFile of(InputStream stream, String name) {
    return new InputFile(name, null, stream);
  }

  /** Takes a file that is a copy of something with another name, which messages show. */
  public static InputFile copy(Path copy, String name) {
    return new InputFile(name, copy.toString(), null);
  }

  /** Returns what messages call the file. */
  public String name() {
    return name;
  }

  /** Returns whether the file can be read only once. */
  public boolean isStream() {
    return stream != null;
  }

  /**
   * Returns where the file lies, for formats that are not read from front to end.
   *
   * @param allowed what the file should be, for messages
   * @throws InputException if it is a stream, is not there, or may not be read
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
   * @throws InputException if it is not there or may not be read
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
      return Files.newInputStream(file);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new InputException(name, 0, "no such file", allowed, e);
    } catch (AccessDeniedException e) {
      throw new InputException(name, 0, "may not be read", allowed, e);
    } catch (IOException e) {
      if (!Files.exists(Path.of(path))) { // a name below a file
        throw new InputException(name, 0, "no such file", allowed, e);
      }
      throw new UncheckedIOException(name + ": cannot be opened", e);
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
