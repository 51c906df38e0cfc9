package org.flashgrove.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A note in a store's directory that some of its rectangles are the bounds of geometries that are
 * not kept, so that queries can answer with candidates and say so.
 */
final class IndexedBounds {
  private static final String FILE = "geometries.bounds";

  private IndexedBounds() {}

  /** Notes it; a store without a directory of its own is asked by nobody later. */
  static void note(Path directory) {
    if (Files.isDirectory(directory) && !areNoted(directory)) {
      try {
        Files.writeString(
            directory.resolve(FILE),
            "Entries are bounding rectangles of geometries: answers are candidates.\n",
            StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(directory + ": cannot be written", e);
      }
    }
  }

  /** Notes it for the copy of a store if it is noted for the store. */
  static void copy(Path from, Path to) {
    if (areNoted(from)) {
      note(to);
    }
  }

  static boolean areNoted(Path directory) {
    return Files.exists(directory.resolve(FILE));
  }
}
