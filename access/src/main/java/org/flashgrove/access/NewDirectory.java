package org.flashgrove.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.StoreLock;
import org.jspecify.annotations.Nullable;

/** The directory of a store that is being made, whose content goes again if that fails. */
final class NewDirectory {
  private final Path path;
  private final boolean wasThere;
  private boolean isOurs;
  private @Nullable Object identity;

  private NewDirectory(Path path) {
    this.path = path;
    wasThere = Files.exists(path);
  }

  /**
   * Returns the directory of a path, which is empty or not there.
   *
   * @throws StoreIoException if it is not empty
   */
  static NewDirectory of(Path path) {
    NewDirectory directory = new NewDirectory(path);
    if (directory.wasThere) {
      directory.requireEmpty();
    }
    return directory;
  }

  private void requireEmpty() {
    try (Stream<Path> files = Files.list(path)) {
      if (files.anyMatch(file -> !isOurs || !file.endsWith(StoreLock.FILE))) {
        throw new StoreIoException(
            path + ": is not empty (allowed: an empty directory or a new name)");
      }
    } catch (IOException e) {
      throw new StoreIoException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Takes the directory, which this thread has locked by now, for the one whose content is removed.
   *
   * @throws StoreIoException if others have made files there before it was locked
   */
  void takeLocked() {
    isOurs = true;
    try {
      requireEmpty();
    } catch (StoreIoException e) {
      isOurs = false;
      throw e;
    }
    identity = identityNow();
  }

  private @Nullable Object identityNow() {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Removes what the store's making left, and the directory itself if it was not there before;
   * nothing if it never was this store's, or was moved and another is at its place.
   */
  void remove() {
    if (!isOurs || !Objects.equals(identity, identityNow())) {
      return;
    }
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.deleteIfExists(file);
      }
      if (!wasThere) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // The failure that led here is the one to report.
    }
  }
}
