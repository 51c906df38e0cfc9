package org.flashgrove.storage.file.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.flashgrove.storage.file.call.Posix;
import org.flashgrove.storage.file.call.SystemError;

/**
 * Directory that is opened once, so that its names mean the same files wherever it is moved.
 *
 * <p>On platforms with paths through directory descriptors, such a path leads to the files.
 * Elsewhere the directory's own path leads to them, and the caller compares identities ({@link
 * LockFile#requireAt}).
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

  /** Opens a directory. If it does not exist or cannot be opened, files are reached by its path. */
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

  /** Returns whether a path leads through the descriptor of an open directory. */
  static boolean isThroughDescriptor(String place) {
    return place.startsWith(DESCRIPTORS);
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

  /** Returns the identity of the directory, which is the same for every path to it. */
  Object identity() throws IOException {
    Object key = identity(place);
    return key == null ? place.toRealPath() : key;
  }

  /** Returns the identity of a file, or null where the platform has none. */
  static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /**
   * Locks the directory for this opening, until it is unlocked or closed.
   *
   * @return false if a lock of another opening excludes it; true also where directories cannot be
   *     locked
   */
  boolean tryLock(boolean shared) {
    long result = flock((shared ? Posix.LOCK_SH : Posix.LOCK_EX) | Posix.LOCK_NB);
    return !SystemError.EAGAIN.isResult(result);
  }

  /** Gives the lock back. */
  void unlock() {
    flock(Posix.LOCK_UN);
  }

  private long flock(int operation) {
    int number = Posix.flockNumber();
    if (descriptor == NONE || number < 0) {
      return 0;
    }
    return Posix.calls().syscall(number, descriptor, operation, 0, 0);
  }

  /** Closes the directory; nothing may be reached by {@link #place} any more. */
  @Override
  public void close() {
    if (descriptor != NONE) {
      Posix.calls().close(descriptor);
    }
  }
}
