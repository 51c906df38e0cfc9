package org.flashgrove.datasets.csv;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.datasets.ExtentAccumulator;
import org.flashgrove.datasets.RealData;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts and extents as the data's own description states them. */
class RealDataTest {
  @ParameterizedTest
  @CsvSource({
    "sample/contagem_addresses.csv.gz, POINTS, 23093, -44.0850, -19.9550, -44.0350, -19.9050",
    "sample/itu_buildings_mbr.csv.gz, RECTANGLES, 17117, -47.3100, -23.2800, -47.2900, -23.2550",
    "sample/itu_buildings.csv.gz, GEOMETRIES, 17117, -47.3100, -23.2800, -47.2900, -23.2550",
    "lines/world_natural_earth.csv.gz, GEOMETRIES, 8589, -180, -85.2219, 180, 83.6341",
    "polygons/world_natural_earth.csv.gz, GEOMETRIES, 8224, -180, -90, 180, 83.6341"
  })
  void readsTheNumberAndExtentOfObjects(
      String name, EntryKind kind, long count, double minX, double minY, double maxX, double maxY) {
    ExtentAccumulator bounds = new ExtentAccumulator();
    try (CsvFeatures cursor = Csv.open(RealData.file(name).toString(), BadRowPolicy.STOP)) {
      assertThat(cursor.kind()).isEqualTo(kind);
      assertThat(cursor.forEach(bounds)).isEqualTo(count);
    }
    var extent = bounds.extent().orElseThrow();
    double tolerance = 0.001;
    assertThat(extent.minX()).isBetween(minX - tolerance, minX + tolerance);
    assertThat(extent.minY()).isBetween(minY - tolerance, minY + tolerance);
    assertThat(extent.maxX()).isBetween(maxX - tolerance, maxX + tolerance);
    assertThat(extent.maxY()).isBetween(maxY - tolerance, maxY + tolerance);
  }

  @Test
  void rectanglesAreTheBoundsOfThePolygonsOfTheSameRow() {
    String rectangles = RealData.file("sample/itu_buildings_mbr.csv.gz").toString();
    String polygons = RealData.file("sample/itu_buildings.csv.gz").toString();
    try (CsvFeatures rectangle = Csv.open(rectangles, BadRowPolicy.STOP);
        CsvFeatures polygon = Csv.open(polygons, BadRowPolicy.STOP)) {
      while (rectangle.next()) {
        assertThat(polygon.next()).isTrue();
        assertThat(
                Csv.row(
                    polygon.id(), polygon.minX(), polygon.minY(), polygon.maxX(), polygon.maxY()))
            .isEqualTo(
                Csv.row(
                    rectangle.id(),
                    rectangle.minX(),
                    rectangle.minY(),
                    rectangle.maxX(),
                    rectangle.maxY()));
      }
      assertThat(polygon.next()).isFalse();
    }
  }
}
