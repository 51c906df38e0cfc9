package org.flashgrove.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The directory in which a benchmark makes its files. */
final class BenchmarkFiles {
  private final Path directory;

  BenchmarkFiles(Path directory) {
    this.directory = directory;
  }

  Path directory() {
    return directory;
  }

  /** Makes the directory, and deletes the files in it. */
  void empty() throws IOException {
    Files.createDirectories(directory);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
  }

  /** Returns the bytes of all files. */
  long bytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
