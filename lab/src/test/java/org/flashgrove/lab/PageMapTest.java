package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.access.SpatialStore;
import org.flashgrove.access.StoreOptions;
import org.flashgrove.access.structure.EntryLoader;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.BrazilLikePoints;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of README shows what the index makes of generated points. */
class PageMapTest {
  private static final Path PICTURE = Path.of("..", "docs", "images", "pages.svg");
  private static final Path DRAWN = Path.of("target", "pages.svg");
  private static final int SORT_MEMORY = 8 << 20;

  @TempDir private Path directory;

  private String draw() throws IOException {
    BrazilLikePoints points = new BrazilLikePoints(100_000, 42);
    Extent extent = points.extent();
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
        points.generate(
            (point, id) -> {
              double x = point.getCoordinate().x;
              double y = point.getCoordinate().y;
              loader.add(id, x, y, x, y);
            });
        loader.load();
      }
      (store.store().entries(SpatialStore.INDEX)).visitNodes(map);
    }
    return map.svg();
  }

  @Test
  void theDrawingIsThatOfTheReadme() throws IOException {
    String drawn = draw();
    Files.writeString(DRAWN, drawn);
    assertThat(Files.readString(PICTURE))
        .as("%s differs from %s; copy the latter if the index has changed", PICTURE, DRAWN)
        .isEqualTo(drawn);
  }
}
