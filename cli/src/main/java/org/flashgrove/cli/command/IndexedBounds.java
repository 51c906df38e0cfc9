package org.flashgrove.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;

/**
 * Marker file in the directory of a store. It says that some rectangles of a structure are bounds
 * of geometries that are not stored. Queries then report that their results are only candidates.
 */
public final class IndexedBounds {
  private static final String FIRST = "geometries.";
  private static final String LAST = "bounds";

  private IndexedBounds() {}

  private static Path file(Path directory, String structure) {
    boolean isOnly = structure.equals(SpatialStore.INDEX);
    return directory.resolve(FIRST + (isOnly ? "" : structure + ".") + LAST);
  }

  /**
   * Creates the marker for a structure. Does nothing if the store has no directory, because no
   * later command can open such a store.
   */
  public static void note(Path directory, String structure) {
    if (Files.isDirectory(directory) && !areNoted(directory, structure)) {
      write(file(directory, structure));
    }
  }

  private static void write(Path file) {
    try {
      Files.writeString(
          file,
          "Entries are bounding rectangles of geometries: answers are candidates.\n",
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be written", e);
    }
  }

  /** Copies the markers of a store to a copy of the store. */
  public static void copy(Path from, Path to) {
    for (String name : Directories.fileSizes(from).keySet()) {
      if (name.startsWith(FIRST) && name.endsWith(LAST)) {
        write(to.resolve(name));
      }
    }
  }

  static boolean areNoted(Path directory, String structure) {
    return Files.exists(file(directory, structure));
  }
}
