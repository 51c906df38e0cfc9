package org.flashgrove.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;
import org.jspecify.annotations.Nullable;

/** Builds the index of a data file. */
final class IndexBuild {
  private static final int LEAST_SORT_BYTES = 1 << 18;
  private static final int MOST_SORT_BYTES = 1 << 26;
  private static final long SORT_BYTES_A_ROW = 128;

  private final Path file;
  private final IndexDirectory directory;
  private final BadRowPolicy policy;
  private final IndexBuilder.Progress progress;

  /**
   * Creates a build.
   *
   * @param policy decides about rows that cannot be read
   */
  IndexBuild(
      Path file, IndexDirectory directory, BadRowPolicy policy, IndexBuilder.Progress progress) {
    this.progress = progress;
    this.policy = policy;
    this.file = file;
    this.directory = directory;
  }

  /**
   * Builds the index and makes it current; see {@link FileIndex#build(Path, BadRowPolicy,
   * FormatOptions)}.
   */
  void run(FormatOptions options) {
    run(options, null);
  }

  /**
   * Builds the index and makes it current. If the file consists of the rows of the current index
   * and appended rows, indexes only the appended rows and copies the entries of the other rows.
   */
  void update() {
    IndexDescription current;
    try {
      current = directory.describe();
    } catch (StaleIndexException e) {
      run(FormatOptions.BY_ENDING);
      return;
    }
    run(current.options(), current);
  }

  private void run(FormatOptions options, @Nullable IndexDescription current) {
    long generation = directory.begin();
    boolean isCurrent = false;
    try (RowFile rows = SourceFile.open(file, options, null)) {
      String version = IndexDescription.versionOf(file, rows);
      long features;
      try (SpatialStore store = directory.create(generation)) {
        features = current == null ? load(store, rows) : extend(store, rows, current);
      }
      byte[] places = rows.places();
      directory.writePlaces(generation, places);
      requireUnchanged(options, version);
      directory.publish(
          new IndexDescription(
              version, options, features, generation, IndexDescription.checksum(places)));
      isCurrent = true;
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read", e);
    } finally {
      directory.removeOthers(isCurrent ? generation : generation - 1);
    }
  }

  private void requireUnchanged(FormatOptions options, String version) throws IOException {
    try (RowFile again = SourceFile.open(file, options, null)) {
      if (!IndexDescription.versionOf(file, again).equals(version)) {
        throw StaleIndexException.of(file, "changed while it was indexed");
      }
    }
  }

  /**
   * Adds entries for all rows to the store. Returns the number of features that have a geometry.
   */
  private long load(SpatialStore store, RowFile rows) {
    try (EntryLoader loader = loader(store, rows)) {
      long features = add(loader, rows, 0);
      loader.load();
      return features;
    }
  }

  /**
   * Adds entries to the store: copies of the entries of the current index, and new entries for
   * appended rows. If this is not possible, adds entries for all rows. Returns the number of
   * features that have a geometry.
   */
  private long extend(SpatialStore store, RowFile rows, IndexDescription current) {
    try {
      long kept = rows.keepRows(directory.readPlaces(current));
      if (kept > 0) {
        try (SpatialStore older = directory.open(current.generation());
            EntryLoader loader = loader(store, rows)) {
          older.forEach(EntryQuery.all(), loader::add);
          long features = current.features() + add(loader, rows, kept);
          loader.load();
          return features;
        }
      }
    } catch (StaleIndexException | DamagedStoreException e) {
      // the current index is damaged
    }
    return load(store, rows);
  }

  private EntryLoader loader(SpatialStore store, RowFile rows) {
    long free = Runtime.getRuntime().maxMemory() / 8; // off-heap memory may be as large as the heap
    long most =
        Math.min(MOST_SORT_BYTES, Math.min(free, SORT_BYTES_A_ROW * rows.estimatedRowCount()));
    int bytes = (int) Math.max(LEAST_SORT_BYTES, most);
    return store.loader(bytes, directory.spill());
  }

  private long add(EntryLoader loader, RowFile rows, long firstRow) {
    long[] features = {0};
    progress.begin(rows.estimatedRowCount() - firstRow);
    RowRuns runs = new RowRuns(rows.estimatedRowCount() - firstRow, loader::add);
    rows.forEachBounds(
        firstRow,
        policy,
        (row, minX, minY, maxX, maxY) -> {
          runs.accept(row, minX, minY, maxX, maxY);
          features[0]++;
          progress.row();
        });
    runs.end();
    return features[0];
  }
}
