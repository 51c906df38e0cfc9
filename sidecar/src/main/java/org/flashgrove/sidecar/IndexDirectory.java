package org.flashgrove.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.Store;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.RawFile;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.file.disk.DiskDirectory;
import org.flashgrove.storage.file.disk.StoreLock;

/**
 * Directory of an index. Each build writes the files of a new generation: a store of entries, and
 * the places of rows in the data file. The names of these files begin with the number of the
 * generation. The description file names the current generation. A build makes its files durable,
 * and then replaces the description by a rename. Readers therefore find the old or the new index at
 * any time, even after a crash. The next build deletes all files that do not belong to the current
 * generation.
 *
 * <p>A build holds the lock of the directory. Readers need no lock, because files of a generation
 * never change. If a build deletes a generation while a reader opens it, {@link FileIndex#open}
 * tries again with the new generation.
 */
final class IndexDirectory implements AutoCloseable {
  /** Name of the file that describes the index. */
  static final String DESCRIPTION = "source.properties";

  private static final String NEW_DESCRIPTION = DESCRIPTION + ".new";
  private static final String PLACES = "places";
  private static final int MOST_DESCRIPTION_BYTES = 1 << 20;

  /**
   * Names of the files that are read when an index is opened. The names lack the prefix, which is
   * the number of a generation.
   */
  private static final List<String> FIRST_FILES =
      List.of(PLACES, "store.meta", "store.log", "nodes.pages", "blocks-0.pages");

  private final Object file;
  private final StoreDirectory directory;
  private final Supplier<List<String>> names;
  private final Consumer<String> remover;
  private final Path spill;
  private final Runnable release;

  private IndexDirectory(
      Object file,
      StoreDirectory directory,
      Supplier<List<String>> names,
      Consumer<String> remover,
      Path spill,
      Runnable release) {
    this.file = file;
    this.directory = directory;
    this.names = names;
    this.remover = remover;
    this.spill = spill;
    this.release = release;
  }

  /**
   * Returns the index in a directory that the caller supplies, for example on a server.
   *
   * @param file path or address of the data file, for messages
   * @param names returns the names of all files in the directory
   * @param spill directory for temporary files
   */
  static IndexDirectory over(
      Object file, StoreDirectory directory, Supplier<List<String>> names, Path spill) {
    return new IndexDirectory(file, directory, names, directory::delete, spill, () -> {});
  }

  /**
   * Returns the directory of the index of a data file, for reading.
   *
   * @throws StaleIndexException if the directory does not exist
   */
  static IndexDirectory reading(Path file) {
    if (!Files.isDirectory(FileIndex.directoryOf(file))) {
      throw StaleIndexException.of(file, "has no index");
    }
    return onDisk(file, DiskDirectory.forReading(FileIndex.directoryOf(file)), () -> {});
  }

  private static IndexDirectory onDisk(Path file, DiskDirectory directory, Runnable release) {
    Path path = FileIndex.directoryOf(file);
    return new IndexDirectory(
        file, directory, () -> namesIn(path), name -> deleteAll(path.resolve(name)), path, release);
  }

  /**
   * Returns the directory of the index of a data file, for a build. Creates and locks the
   * directory.
   *
   * @throws IllegalArgumentException if the path of the directory is occupied by something that is
   *     not an index
   * @throws org.flashgrove.core.failure.StoreLockedException if another process builds the index
   */
  static IndexDirectory writing(Path file) {
    Path path = FileIndex.directoryOf(file);
    requireReplaceable(path);
    boolean isNew = !Files.exists(path);
    if (isNew) {
      DiskDirectory.create(path);
      new DiskDirectory(path.toAbsolutePath().getParent()).sync();
    }
    StoreLock lock = StoreLock.takeWriting(path);
    return onDisk(
        file,
        new DiskDirectory(path),
        () -> {
          try (lock) {
            if (isNew && !hasIndex(file)) {
              deleteAll(path); // leftovers of a failed build
            }
          }
        });
  }

  private static boolean hasIndex(Path file) {
    try {
      return reading(file).describe().generation() > 0;
    } catch (StaleIndexException e) {
      return false;
    }
  }

  private static void requireReplaceable(Path path) {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    boolean isIndex =
        Files.isDirectory(path)
            && (Files.exists(path.resolve(DESCRIPTION))
                || Set.of(StoreLock.FILE, NEW_DESCRIPTION).containsAll(namesIn(path)));
    if (!isIndex) {
      throw new IllegalArgumentException(
          path + ": is no index of a file (allowed: an index, or nothing)");
    }
  }

  private static List<String> namesIn(Path path) {
    try (Stream<Path> files = Files.list(path)) {
      return files.map(each -> each.getFileName().toString()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be read", e);
    }
  }

  private static void deleteAll(Path path) {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be deleted", e);
    }
  }

  /** Returns the directory for temporary files of a build. */
  Path spill() {
    return spill;
  }

  /**
   * Reads the description of the current index.
   *
   * @throws StaleIndexException if there is no index of a known format
   */
  IndexDescription describe() {
    if (!directory.exists(DESCRIPTION)) {
      throw StaleIndexException.of(file, "has no index");
    }
    IndexDescription found = IndexDescription.of(read(DESCRIPTION, MOST_DESCRIPTION_BYTES), file);
    if (found.generation() == 0) {
      throw StaleIndexException.of(file, "has no index");
    }
    return found;
  }

  /**
   * Makes a generation current. The files of the generation must already be durable.
   *
   * @param description description that names the generation
   */
  void publish(IndexDescription description) {
    directory.delete(NEW_DESCRIPTION);
    write(NEW_DESCRIPTION, description.toBytes());
    directory.sync();
    directory.rename(NEW_DESCRIPTION, DESCRIPTION);
    directory.sync();
  }

  /**
   * Prepares the directory for a build. Marks it as the directory of an index, and deletes the
   * files that an interrupted build left.
   *
   * @return number of the new generation
   */
  long begin() {
    long current = 0;
    if (directory.exists(DESCRIPTION)) {
      try {
        current = describe().generation();
      } catch (StaleIndexException e) {
        // the damaged or foreign index is replaced
      }
    } else {
      publish(IndexDescription.NONE);
    }
    directory.sync(); // a killed build may have left the rename of the description unsynced
    removeOthers(current);
    return current + 1;
  }

  /**
   * Deletes all files that do not belong to {@code generation}. Keeps the description and the lock
   * file.
   */
  void removeOthers(long generation) {
    for (String name : names.get()) {
      boolean isKept =
          name.equals(DESCRIPTION)
              || name.equals(StoreLock.FILE)
              || generation > 0 && name.startsWith(prefix(generation));
      if (!isKept) {
        try {
          remover.accept(name);
        } catch (StoreIoException | UncheckedIOException e) {
          // some platforms keep a file that a reader has open; the next build deletes it
        }
      }
    }
  }

  private static String prefix(long generation) {
    return generation + ".";
  }

  /**
   * Returns the names of those files that are usually read when an index of a generation is opened.
   */
  static List<String> firstFiles(long generation) {
    return FIRST_FILES.stream().map(prefix(generation)::concat).toList();
  }

  private StoreDirectory filesOf(long generation) {
    return new PrefixedDirectory(directory, prefix(generation));
  }

  /** Creates an empty store for the entries of a generation. */
  SpatialStore create(long generation) {
    return SpatialStore.create(
        filesOf(generation), StoreOptions.defaults().withIndex("grove:columns=joined"));
  }

  /**
   * Opens the store of a generation for reading.
   *
   * @throws StaleIndexException if the store is damaged or missing
   */
  SpatialStore open(long generation) {
    try {
      return SpatialStore.of(Store.open(filesOf(generation), true, UnaryOperator.identity()));
    } catch (StoreException e) {
      throw StaleIndexException.of(file, "has a damaged index");
    }
  }

  /**
   * Writes the file with the places of rows for a generation, and makes it durable.
   *
   * @param places bytes that say where rows are in the data file
   */
  void writePlaces(long generation, byte[] places) {
    write(prefix(generation) + PLACES, places);
    directory.sync();
  }

  /**
   * Reads the bytes that say where rows are in the data file.
   *
   * @throws StaleIndexException if these bytes are damaged or missing
   */
  byte[] readPlaces(IndexDescription description) {
    String name = prefix(description.generation()) + PLACES;
    byte[] places = directory.exists(name) ? read(name, Integer.MAX_VALUE - 8) : new byte[0];
    if (IndexDescription.checksum(places) != description.places()) {
      throw StaleIndexException.of(file, "has a damaged index");
    }
    return places;
  }

  private void write(String name, byte[] bytes) {
    try (RawFile target = directory.create(name, RawFile.Caching.BUFFERED)) {
      ByteBuffer copy = AlignedBuffers.allocate(Math.max(1, bytes.length)).put(0, bytes);
      target.write(0, copy, 0, bytes.length);
      target.sync();
    }
  }

  private byte[] read(String name, int most) {
    try (RawFile source = directory.openForReading(name, RawFile.Caching.BUFFERED)) {
      if (source.sizeBytes() > most) {
        throw StaleIndexException.of(file, "has a damaged index");
      }
      int size = (int) source.sizeBytes();
      ByteBuffer into = AlignedBuffers.allocate(Math.max(1, size));
      byte[] bytes = new byte[source.read(0, into, 0, size)];
      into.get(0, bytes);
      return bytes;
    }
  }

  @Override
  public void close() {
    release.run();
  }
}
