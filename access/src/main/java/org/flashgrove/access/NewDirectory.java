package org.flashgrove.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.device.StoreDevice;
import org.flashgrove.storage.file.disk.StoreLock;
import org.jspecify.annotations.Nullable;

/** Directory of a new store. If creating the store fails, {@link #remove} deletes the new files. */
final class NewDirectory {
  private final Path path;
  private final boolean wasThere;
  private boolean isOurs;
  private List<String> ours = List.of();
  private @Nullable Object identity;

  private NewDirectory(Path path) {
    this.path = path;
    wasThere = Files.exists(path);
  }

  /**
   * Returns the directory at a path. The directory must be empty or not exist yet.
   *
   * @throws StoreIoException if the directory is not empty
   */
  static NewDirectory of(Path path) {
    NewDirectory directory = new NewDirectory(path);
    if (directory.wasThere) {
      directory.requireEmpty();
    }
    return directory;
  }

  private void requireEmpty() {
    if (!Files.isDirectory(path)) {
      throw new StoreIoException(path + ": is not a directory; choose an empty or new directory");
    }
    try (Stream<Path> files = Files.list(path)) {
      if (files.anyMatch(file -> !ours.contains(file.getFileName().toString()))) {
        throw new StoreIoException(path + ": is not empty; choose an empty or new directory");
      }
    } catch (IOException e) {
      throw new StoreIoException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Claims the directory for the new store. Call this after the device has locked the directory.
   *
   * @throws StoreIoException if another program created files in the directory before it was locked
   */
  void takeLocked(StoreDevice device) {
    ours = new ArrayList<>(device.ownFiles());
    ours.add(StoreLock.FILE);
    requireEmpty();
    isOurs = true;
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
   * Removes the files of a store whose creation failed. Also removes the directory if it did not
   * exist before. If {@link #takeLocked} never succeeded, removes at most the lock file. Removes
   * nothing if the path now leads to another directory.
   */
  void remove() {
    if (!isOurs) {
      removeLock();
    } else if (Objects.equals(identity, identityNow())) {
      removeFiles();
    }
  }

  /** Removes the lock file if there is no other file and no other handle has the lock. */
  private void removeLock() {
    if (!Files.exists(path.resolve(StoreLock.FILE))) {
      return;
    }
    ours = List.of(StoreLock.FILE);
    try (StoreLock lock = StoreLock.take(path)) {
      requireEmpty();
      removeFiles();
    } catch (StoreException e) {
      // Another program uses the directory. The caller reports the original failure.
    }
  }

  private void removeFiles() {
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.deleteIfExists(file);
      }
      if (!wasThere) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      // The caller reports the original failure.
    }
  }
}
