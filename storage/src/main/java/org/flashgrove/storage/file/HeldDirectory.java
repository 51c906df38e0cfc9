package org.flashgrove.storage.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A directory that is opened once, so that names in it mean the same files wherever it is moved to.
 *
 * <p>Where the platform has descriptors of directories and paths that lead through them, files are
 * reached by such a path. Elsewhere they are reached by the directory's own path, and who uses them
 * compares identities ({@link LockFile#requireAt}).
 */
final class HeldDirectory implements AutoCloseable {
  private static final String DESCRIPTORS = "/proc/self/fd/";
  private static final int NONE = -1;

  private final Path path;
  private final Path place;
  private final int descriptor;

  private HeldDirectory(Path path, Path place, int descriptor) {
    this.path = path;
    this.place = place;
    this.descriptor = descriptor;
  }

  /** Opens a directory; one that is not there, or cannot be opened, is reached by its path. */
  static HeldDirectory open(Path path, FileAccess access) {
    int descriptor = access == FileAccess.CALLS ? PosixFile.openDirectory(path.toString()) : NONE;
    if (descriptor >= 0) {
      try {
        Path through = Path.of(DESCRIPTORS + descriptor);
        if (Files.isDirectory(through) && Files.isSameFile(through, path)) {
          return new HeldDirectory(path, through, descriptor);
        }
      } catch (IOException | InvalidPathException e) {
        // there are no such paths here, or the directory has just been moved
      }
      Posix.calls().close(descriptor);
    }
    return new HeldDirectory(path, path, NONE);
  }

  /** Returns the path of the directory when it was opened. */
  Path path() {
    return path;
  }

  /** Returns the path by which files are reached. */
  Path place() {
    return place;
  }

  /** Returns whether the path by which files are reached follows the directory. */
  boolean isHeld() {
    return descriptor != NONE;
  }

  /** Returns what tells the directory from all others, by whatever path it is reached. */
  Object identity() throws IOException {
    Object key = identity(place);
    return key == null ? place.toRealPath() : key;
  }

  /** Returns what tells a file from all others, or null where the platform does not say. */
  static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Closes the directory; nothing may be reached by {@link #place} any more. */
  @Override
  public void close() {
    if (descriptor != NONE) {
      Posix.calls().close(descriptor);
    }
  }
}
