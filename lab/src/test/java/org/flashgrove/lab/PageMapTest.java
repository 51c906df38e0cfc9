package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.lab.experiment.DataFolder;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;

/**
 * The picture of README shows the pages of an index of real points. The data are CC0 and are not in
 * the repository; the picture has only page rectangles and a coarse raster of points.
 */
class PageMapTest {
  private static final String DATA = "points/br_belo_horizonte_addresses.csv.gz";
  private static final Path PICTURE = Path.of("..", "docs", "images", "pages.svg");
  private static final Path DRAWN = Path.of("target", "pages.svg");
  private static final int SORT_MEMORY = 8 << 20;

  /** Every seventh point is drawn, so that pages are large enough to see. */
  private static final int STEP = 7;

  @TempDir private Path directory;

  private static Path data() {
    try {
      return new DataFolder(null, null).file(DATA);
    } catch (IllegalArgumentException e) {
      return Assumptions.abort("skipped: " + e.getMessage());
    }
  }

  private static List<Coordinate> read(Path file) {
    List<Coordinate> points = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file.toString(), BadRowPolicy.STOP)) {
      for (int row = 0; cursor.next(); row++) {
        if (row % STEP == 0) {
          points.add(new Coordinate(cursor.minX(), cursor.minY()));
        }
      }
    }
    return points;
  }

  private String draw(List<Coordinate> points) throws IOException {
    Envelope box = new Envelope();
    points.forEach(box::expandToInclude);
    Extent extent = new Extent(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
    String domain = extent.minX() + "/" + extent.minY() + "/" + extent.maxX() + "/" + extent.maxY();
    StoreOptions options =
        StoreOptions.defaults()
            .withIndex("grove:domain=" + domain)
            .withFlash("none")
            .withDevice("memory")
            .withSync(SyncMode.CLOSE);
    PageMap map = new PageMap(extent);
    try (SpatialStore store = SpatialStore.create(directory.resolve("store"), options)) {
      try (EntryLoader loader = store.loader(SORT_MEMORY, directory)) {
        for (int id = 0; id < points.size(); id++) {
          Coordinate point = points.get(id);
          loader.add(id, point.x, point.y, point.x, point.y);
        }
        loader.load();
      }
      (store.store().entries(SpatialStore.INDEX)).visitNodes(map);
    }
    return map.svg();
  }

  @Test
  void theDrawingIsThatOfTheReadme() throws IOException {
    String drawn = draw(read(data()));
    Files.writeString(DRAWN, drawn);
    assertThat(Files.readString(PICTURE))
        .as("%s differs from %s; copy the latter if the index has changed", PICTURE, DRAWN)
        .isEqualTo(drawn);
  }
}
