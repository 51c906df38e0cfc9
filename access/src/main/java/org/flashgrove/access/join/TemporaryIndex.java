package org.flashgrove.access.join;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.access.structure.EntryStructure;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.storage.log.SyncMode;

/**
 * An index of one side of a join in temporary files. It exists until the join is closed. The files
 * need at most about 100 bytes for each entry.
 */
final class TemporaryIndex implements AutoCloseable {
  private static final int SORT_BYTES = 16 << 20;

  private final Path directory;
  private final SpatialStore store;

  private TemporaryIndex(Path directory, SpatialStore store) {
    this.directory = directory;
    this.store = store;
  }

  /**
   * Builds the index of the entries of a side that take part in the join. If this fails, no file
   * remains.
   *
   * @param parent directory in which the index gets a directory of its own
   * @throws UncheckedIOException if the directory cannot be created
   */
  static TemporaryIndex of(JoinSide side, JoinMeter meter, Path parent) {
    Path directory;
    try {
      directory = Files.createTempDirectory(parent, "flashgrove-join");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      StoreOptions options =
          StoreOptions.defaults()
              .withSync(SyncMode.CLOSE)
              .withMetric(side.entries().metric().name());
      SpatialStore store = SpatialStore.create(directory.resolve("index"), options);
      TemporaryIndex index = new TemporaryIndex(directory, store);
      try {
        index.fill(side, meter);
        return index;
      } catch (RuntimeException | Error e) {
        JoinSides.closeAfter(store::close, e);
        throw e;
      }
    } catch (RuntimeException | Error e) {
      JoinSides.closeAfter(() -> delete(directory), e);
      throw e;
    }
  }

  private void fill(JoinSide side, JoinMeter meter) {
    // A check that throws leaves the index unusable. The caller then deletes it.
    LoadOptions options =
        new LoadOptions(SORT_BYTES, directory).withProgress(written -> meter.check());
    try (EntryLoader loader = entries().loader(options);
        EntryCursor from = side.entries().cursor(EntryQuery.all().cancelWhen(meter.ends()))) {
      while (from.next()) {
        if (side.admits(from.id())) {
          loader.add(from.id(), from.minX(), from.minY(), from.maxX(), from.maxY());
        }
      }
      loader.load();
    }
  }

  EntryStructure entries() {
    return store.store().entries(SpatialStore.INDEX);
  }

  @Override
  public void close() {
    JoinSides.closeAll(List.of(store::close, () -> delete(directory)));
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path each : deepestFirst) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
