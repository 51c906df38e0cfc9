package org.flashgrove.sidecar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.datasets.row.RowFile;
import org.jspecify.annotations.Nullable;

/** Builds the index of a data file. */
final class IndexBuild {
  private static final int LEAST_SORT_BYTES = 1 << 18;
  private static final int MOST_SORT_BYTES = 1 << 26;
  private static final long SORT_BYTES_A_ROW = 128;

  private final Path file;
  private final IndexDirectory directory;

  IndexBuild(Path file, IndexDirectory directory) {
    this.file = file;
    this.directory = directory;
  }

  /** Builds the index and makes it current; see {@link FileIndex#build(Path, String)}. */
  void run(@Nullable String layer) {
    long generation = directory.begin();
    boolean isCurrent = false;
    try (RowFile rows = SourceFile.open(file, layer, null)) {
      String version = IndexDescription.versionOf(file, rows);
      long features;
      try (SpatialStore store = directory.create(generation)) {
        features = load(store, rows);
      }
      byte[] places = rows.places();
      directory.writePlaces(generation, places);
      requireUnchanged(layer, version);
      directory.publish(
          new IndexDescription(
              version,
              layer == null ? "" : layer,
              features,
              generation,
              IndexDescription.checksum(places)));
      isCurrent = true;
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": cannot be read", e);
    } finally {
      directory.removeOthers(isCurrent ? generation : generation - 1);
    }
  }

  private void requireUnchanged(@Nullable String layer, String version) throws IOException {
    try (RowFile again = SourceFile.open(file, layer, null)) {
      if (!IndexDescription.versionOf(file, again).equals(version)) {
        throw StaleIndexException.of(file, "changed while it was indexed");
      }
    }
  }

  /** Fills the store; returns the number of features that have a geometry. */
  private long load(SpatialStore store, RowFile rows) {
    long[] features = {0};
    long free = Runtime.getRuntime().maxMemory() / 8; // as much may be used off heap
    long most = Math.min(MOST_SORT_BYTES, Math.min(free, SORT_BYTES_A_ROW * rows.rowCount()));
    int bytes = (int) Math.max(LEAST_SORT_BYTES, most);
    try (EntryLoader loader = store.loader(bytes, directory.spill())) {
      RowRuns runs = new RowRuns(rows.rowCount(), loader::add);
      rows.forEachBounds(
          (row, minX, minY, maxX, maxY) -> {
            runs.accept(row, minX, minY, maxX, maxY);
            features[0]++;
          });
      runs.end();
      loader.load();
    }
    return features[0];
  }
}
