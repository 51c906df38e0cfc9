package org.flashgrove.storage.file.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.flashgrove.storage.file.call.Posix;
import org.flashgrove.storage.file.call.SystemError;

/**
 * Directory that stays open, so that its files can be accessed even after it is moved.
 *
 * <p>Some platforms have paths that lead through the descriptor of an open directory. There, such a
 * path is used to access the files. On other platforms the directory's own path is used, and the
 * caller checks that it still leads to the same directory ({@link LockFile#requireAt}).
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

  /** Opens a directory. If that fails, files are accessed through the directory's own path. */
  static HeldDirectory open(Path path, FileAccess access) {
    int descriptor = access == FileAccess.CALLS ? PosixFile.openDirectory(path.toString()) : NONE;
    if (descriptor >= 0) {
      try {
        Path through = Path.of(DESCRIPTORS + descriptor);
        if (Files.isDirectory(through) && Files.isSameFile(through, path)) {
          return new HeldDirectory(path, through, descriptor);
        }
      } catch (IOException | InvalidPathException e) {
        // no such paths on this platform, or the directory was just moved
      }
      Posix.calls().close(descriptor);
    }
    return new HeldDirectory(path, path, NONE);
  }

  /** Returns whether a path leads through the descriptor of an open directory. */
  static boolean isThroughDescriptor(String place) {
    return place.startsWith(DESCRIPTORS);
  }

  /** Returns the path of the directory at the time when it was opened. */
  Path path() {
    return path;
  }

  /** Returns the path used to access files. */
  Path place() {
    return place;
  }

  /** Returns whether {@link #place} leads to the directory even after the directory was moved. */
  boolean isHeld() {
    return descriptor != NONE;
  }

  /** Returns the identity of the directory, which does not depend on the path. */
  Object identity() throws IOException {
    Object key = identity(place);
    return key == null ? place.toRealPath() : key;
  }

  /** Returns the identity of a file, or null if the platform does not support it. */
  static Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /**
   * Locks the directory until {@link #unlock} or {@link #close}.
   *
   * @return false if another process or handle holds a conflicting lock; true if directories cannot
   *     be locked at all
   */
  boolean tryLock(boolean shared) {
    long result = flock((shared ? Posix.LOCK_SH : Posix.LOCK_EX) | Posix.LOCK_NB);
    return !SystemError.EAGAIN.isResult(result);
  }

  /** Releases the lock. */
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

  /** Closes the directory. Paths from {@link #place} are invalid afterwards. */
  @Override
  public void close() {
    if (descriptor != NONE) {
      Posix.calls().close(descriptor);
    }
  }
}
