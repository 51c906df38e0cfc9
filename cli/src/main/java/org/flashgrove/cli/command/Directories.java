package org.flashgrove.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Checks and clean-ups of store directories. */
public final class Directories {
  private Directories() {}

  /** Refuses a directory that holds something: that is the caller's mistake, not the device's. */
  public static void requireNew(Path directory) {
    if (!Files.exists(directory)) {
      requireParents(directory);
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
      throw new UncheckedIOException(directory + ": cannot be read", e);
    }
  }

  /** Refuses a directory below a file. */
  private static void requireParents(Path directory) {
    Path above = directory.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw new IllegalArgumentException(
          directory + ": " + above + " is a file (allowed: a name below a directory)");
    }
  }

  /** Bytes of each file, by name. */
  public static Map<String, Long> fileSizes(Path directory) {
    Map<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        sizes.put(file.getFileName().toString(), Files.size(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be read", e);
    }
    return sizes;
  }

  /** Removes what a directory of plain files holds. */
  public static void empty(Path directory) {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be emptied", e);
    }
  }

  /** Removes a directory of plain files. */
  public static void remove(Path directory) {
    empty(directory);
    try {
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be removed", e);
    }
  }
}
