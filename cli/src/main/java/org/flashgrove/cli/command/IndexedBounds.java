package org.flashgrove.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;

/**
 * A note in a store's directory that some rectangles of a structure are the bounds of geometries
 * that are not kept, so that queries can answer with candidates and say so.
 */
public final class IndexedBounds {
  private static final String FIRST = "geometries.";
  private static final String LAST = "bounds";

  private IndexedBounds() {}

  private static Path file(Path directory, String structure) {
    boolean isOnly = structure.equals(SpatialStore.INDEX);
    return directory.resolve(FIRST + (isOnly ? "" : structure + ".") + LAST);
  }

  /** Notes it; a store without a directory of its own is asked by nobody later. */
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

  /** Notes for the copy of a store what is noted for the store. */
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
