package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Checks and clean-ups of store directories. */
final class Directories {
  private Directories() {}

  /** Refuses a directory that holds something: that is the caller's mistake, not the device's. */
  static void requireNew(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(directory + ": is a file (allowed: a directory)");
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(
            directory + ": is not empty (allowed: an empty directory or a new name)");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes a directory of plain files. */
  static void remove(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
