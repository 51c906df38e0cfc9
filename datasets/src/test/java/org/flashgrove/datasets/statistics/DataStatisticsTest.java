package org.flashgrove.datasets.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.RealData;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.format.DataFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataStatisticsTest {
  private static DataStatistics of(Path file) {
    try (FeatureCursor cursor = DataFiles.open(file.toString(), BadRowPolicy.STOP)) {
      return DataStatistics.of(cursor, () -> {});
    }
  }

  @Test
  void aSetMadeByHand(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("hand.wkt");
    Files.writeString(
        file,
        """
        POINT (5 5)
        LINESTRING (0 0, 3 4, 3 5)
        LINESTRING (0 0, 0 2)
        POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))
        POLYGON ((-1 0, 0 0, 0 1, -1 0))
        GEOMETRYCOLLECTION (POINT (1 1), LINESTRING (0 0, 1 1))
        """);
    DataStatistics figures = of(file);
    assertThat(figures.count()).isEqualTo(6);
    assertThat(figures.points()).isEqualTo(1);
    assertThat(figures.collections()).isEqualTo(1);
    assertThat(figures.extent()).contains(new Extent(-1, 0, 9, 9));
    assertThat(figures.vertices().sum()).isEqualTo(1 + 3 + 2 + 10 + 4 + 3);
    assertThat(figures.vertices().least()).isEqualTo(1);
    assertThat(figures.vertices().greatest()).isEqualTo(10);
    assertThat(figures.length().count()).isEqualTo(2);
    assertThat(figures.length().least()).isEqualTo(2);
    assertThat(figures.length().greatest()).isEqualTo(6);
    assertThat(figures.length().mean()).isEqualTo(4);
    assertThat(figures.area().least()).isEqualTo(0.5);
    assertThat(figures.area().greatest()).isEqualTo(80);
    assertThat(figures.perimeter().greatest()).isEqualTo(40);
    assertThat(figures.perimeter().least()).isEqualTo(2 + Math.sqrt(2));
  }

  /** Figures of the same file by shapely 2. */
  @Test
  void realBuildings() {
    DataStatistics figures = of(RealData.file("polygons/br_itu_buildings.csv.gz"));
    assertThat(figures.count()).isEqualTo(108_187);
    assertThat(figures.vertices().sum()).isEqualTo(969_940);
    assertThat(figures.vertices().greatest()).isEqualTo(620);
    assertThat(figures.area().sum()).isCloseTo(0.0012236704930000167, within(1e-15));
    assertThat(figures.perimeter().sum()).isCloseTo(48.081343233231415, within(1e-8));
  }
}
