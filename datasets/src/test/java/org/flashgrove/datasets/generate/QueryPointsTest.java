package org.flashgrove.datasets.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.Extent;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

class QueryPointsTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private static List<Coordinate> random(QueryRegion region, long count, long seed) {
    List<Coordinate> made = new ArrayList<>();
    new QueryPoints(region, seed)
        .random(
            count,
            (minX, minY, maxX, maxY) -> {
              assertThat(new double[] {maxX, maxY}).containsExactly(minX, minY);
              made.add(new Coordinate(minX, minY));
            });
    return made;
  }

  @Test
  void randomPointsLieInTheRegionAndFollowTheSeed() throws ParseException {
    Geometry triangle = new WKTReader().read("POLYGON ((0 0, 10 0, 0 10, 0 0))");
    List<Coordinate> made = random(QueryRegion.of(triangle), 500, 1);
    assertThat(made).allMatch(point -> triangle.intersects(GEOMETRIES.createPoint(point)));
    assertThat(made).allMatch(point -> Math.rint(point.x * 1e6) / 1e6 == point.x);
    assertThat(random(QueryRegion.of(triangle), 500, 1)).isEqualTo(made);
    assertThat(random(QueryRegion.of(triangle), 500, 2)).isNotEqualTo(made);
  }

  @Test
  void correlatedPointsLieOnObjects() {
    ObjectSet objects = new ObjectSet();
    objects.accept(1, 0, 0, 2, 2);
    objects.accept(2, 8, 8, 10, 10);
    objects.accept(3, 5, 5, 5, 5);
    List<Coordinate> made = new ArrayList<>();
    new QueryPoints(QueryRegion.of(new Extent(0, 0, 6, 6)), 1)
        .correlated(100, objects, (x, y, maxX, maxY) -> made.add(new Coordinate(x, y)));
    assertThat(made).containsOnly(new Coordinate(1, 1), new Coordinate(5, 5)); // 9 9 is outside
    assertThat(made).hasSize(100);
  }

  @Test
  void noPointInTheRegionIsSaid() {
    ObjectSet objects = new ObjectSet();
    objects.accept(1, 20, 20, 20, 20);
    QueryPoints points = new QueryPoints(QueryRegion.of(new Extent(0, 0, 6, 6)), 1);
    assertThatThrownBy(() -> points.correlated(1, objects, (x, y, maxX, maxY) -> {}))
        .isInstanceOf(GenerationException.class)
        .hasMessageContaining("no point in the region");
  }
}
