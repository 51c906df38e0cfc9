package org.flashgrove.storage.file.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;

/**
 * Directory in the file system. It accesses files in the best way ({@link FileAccess}) that the
 * platform supports.
 */
public final class DiskDirectory implements StoreDirectory {
  private static final String PROBE = "direct.probe";

  private final Path path;

  /**
   * Path used to access files: the directory's own path, or a path that follows the directory when
   * it is moved.
   */
  private final Path place;

  private final FileAccess access;

  /**
   * Creates an object for a directory. If the directory does not exist, creates the directory and
   * its parents, too.
   */
  public DiskDirectory(Path path) {
    this(path, FileAccess.ofPlatform());
  }

  public DiskDirectory(Path path, FileAccess access) {
    this(path, path, access);
    create(path);
  }

  /**
   * Returns an object for reading an existing directory through the cache of the operating system.
   * It opens its first file sooner than other objects, because it makes no system calls of its own.
   */
  public static DiskDirectory forReading(Path path) {
    return new DiskDirectory(path, path, FileAccess.withoutCalls());
  }

  /** Creates a directory with its parents if it does not exist. */
  public static void create(Path path) {
    try {
      Files.createDirectories(path);
    } catch (IOException e) {
      throw StoreIoException.of(path + ": create directory failed", e);
    }
  }

  /**
   * Creates an object for a directory that is accessed through another path than its own.
   *
   * @param path the directory's own path, for messages
   * @param place path used to access files
   */
  public DiskDirectory(Path path, Path place, FileAccess access) {
    this.path = path;
    this.place = place;
    this.access = access;
  }

  /**
   * Returns whether the file system supports direct I/O in a directory. Tries to open an existing
   * file of the directory for direct I/O, or a temporary file if there is none.
   *
   * @param path the directory; created with its parents if it does not exist
   */
  public static boolean takesDirect(Path path) {
    DiskDirectory directory = new DiskDirectory(path);
    try (Stream<Path> files = Files.list(path)) {
      Optional<Path> any = files.filter(DiskDirectory::isProbed).findFirst();
      if (any.isPresent()) {
        String name = any.get().getFileName().toString();
        directory.openForReading(name, RawFile.Caching.DIRECT).close();
        return true;
      }
      try {
        directory.create(PROBE, RawFile.Caching.DIRECT).close();
        return true;
      } finally {
        Files.deleteIfExists(path.resolve(PROBE));
      }
    } catch (IOException | StoreIoException e) {
      return false; // other problems will show when the files themselves are opened
    }
  }

  /**
   * Returns whether {@link #takesDirect} may open a file. The lock file must not be opened, because
   * closing it would release the locks of this process.
   */
  private static boolean isProbed(Path file) {
    return Files.isRegularFile(file) && !file.endsWith(StoreLock.FILE);
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public boolean exists(String file) {
    return Files.exists(place.resolve(file));
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return open(file, true, caching);
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return open(file, false, caching);
  }

  @Override
  public RawFile openForReading(String file, RawFile.Caching caching) {
    return access.openForReading(placeOf(file), path.resolve(file).toString(), caching);
  }

  private RawFile open(String file, boolean create, RawFile.Caching caching) {
    return access.open(placeOf(file), path.resolve(file).toString(), create, caching);
  }

  private String placeOf(String file) {
    return place.resolve(file).toString();
  }

  @Override
  public void rename(String from, String to) {
    try {
      Files.move(
          place.resolve(from),
          place.resolve(to),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw StoreIoException.of(path.resolve(from) + ": rename to " + to + " failed", e);
    }
  }

  @Override
  public void delete(String file) {
    try {
      Files.deleteIfExists(place.resolve(file));
    } catch (IOException e) {
      throw StoreIoException.of(path.resolve(file) + ": delete failed", e);
    }
  }

  @Override
  public void sync() {
    if (access == FileAccess.CALLS) {
      PosixFile.syncDirectory(place.toString(), path.toString());
      return;
    }
    // If the thread is interrupted, its channel would be closed before the sync.
    boolean interrupted = Thread.interrupted();
    try {
      syncPortably();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void syncPortably() {
    FileChannel channel;
    try {
      channel = FileChannel.open(place, StandardOpenOption.READ);
    } catch (IOException e) {
      return; // a platform that cannot open directories cannot sync them
    }
    try (channel) {
      channel.force(true);
    } catch (IOException e) {
      throw StoreIoException.of(path + ": sync directory failed", e);
    }
  }
}
