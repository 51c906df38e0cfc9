package org.flashgrove.cli.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.maintenance.StoreReplacement;

/** Checks, replaces and removes store directories. */
public final class Directories {
  private Directories() {}

  /** Throws an exception if a directory is not empty, or cannot be created. */
  public static void requireNew(Path directory) {
    requireNew(directory, "");
  }

  /**
   * Throws an exception if a directory is not empty, or cannot be created.
   *
   * @param orElse another remedy for the message if the directory is not empty, or an empty text
   */
  public static void requireNew(Path directory, String orElse) {
    if (!Files.exists(directory)) {
      requireParents(directory);
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(directory + ": is a file; choose a directory");
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(
            directory + ": is not empty; choose an empty directory or a new name" + orElse);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be read", e);
    }
  }

  /** Returns whether a directory exists and is not empty. */
  public static boolean isFilled(Path directory) {
    if (!Files.isDirectory(directory)) {
      return false;
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.findAny().isPresent();
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be read", e);
    }
  }

  /**
   * Returns the path of a new directory next to a store, in which a replacement of the store can be
   * built. Throws an exception if there is no store in {@code store}, or if the store is open.
   */
  public static Path toReplace(Path store) {
    StoreReplacement.requireReplaceable(store);
    Path place = beside(store, ".new");
    if (Files.exists(place)) {
      throw new IllegalArgumentException(
          place + ": is left over from an earlier build; remove it first");
    }
    return place;
  }

  private static Path beside(Path directory, String ending) {
    Path whole = directory.toAbsolutePath().normalize();
    return whole.resolveSibling(whole.getFileName() + ending);
  }

  /**
   * Replaces a closed store by another one: {@code by} is moved to the path {@code store}, and the
   * files of the old store are removed.
   */
  public static void replace(Path store, Path by) {
    Path old = beside(store, ".old");
    try {
      StoreReplacement.replace(store, by, old);
    } catch (IOException e) {
      throw new UncheckedIOException(store + ": cannot be replaced by " + by, e);
    }
    remove(old);
  }

  /** Throws an exception if one of the parents of a directory is a file. */
  private static void requireParents(Path directory) {
    Path above = directory.toAbsolutePath().normalize().getParent();
    while (above != null && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null && !Files.isDirectory(above)) {
      throw new IllegalArgumentException(
          directory + ": " + above + " is a file; choose a name below a directory");
    }
  }

  /** Returns the size of each file in bytes, by name. */
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

  /** Removes all files in a directory that has no subdirectories. */
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

  /** Removes a directory that has no subdirectories. */
  public static void remove(Path directory) {
    empty(directory);
    try {
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(directory + ": cannot be removed", e);
    }
  }
}
