package org.flashgrove.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary directory for the files of an experiment. Closing removes it with all its files. */
public final class TemporaryDirectory implements AutoCloseable {
  private final Path path;

  /**
   * Creates an empty directory.
   *
   * @param purpose last part of the directory's name before the random number
   */
  public TemporaryDirectory(String purpose) {
    try {
      path = Files.createTempDirectory("flashgrove-" + purpose);
    } catch (IOException e) {
      throw new UncheckedIOException("the directory of a store cannot be used", e);
    }
  }

  /** Returns the directory. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> files = Files.walk(path)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be removed", e);
    }
  }
}
