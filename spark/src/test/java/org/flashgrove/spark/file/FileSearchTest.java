package org.flashgrove.spark.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.RectangleTest;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.sidecar.FileIndex;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.impl.CoordinateArraySequence;

/** A search leaves out a row that no algorithm can evaluate, names it, and finds the others. */
class FileSearchTest {
  private static final double ODD = 2;

  @TempDir private Path folder;

  /** Test that has no answer for points with the x coordinate {@link #ODD}. */
  private record Unanswered(GeometryTest test) implements GeometryTest {
    @Override
    public Envelope envelope() {
      return test.envelope();
    }

    @Override
    public RectangleTest candidates() {
      return test.candidates();
    }

    @Override
    public boolean holdsByBounds(double minX, double minY, double maxX, double maxY) {
      return test.holdsByBounds(minX, minY, maxX, maxY);
    }

    @Override
    public boolean matches(Geometry object) {
      if (object.getCoordinate().x == ODD) {
        throw new UnansweredGeometryException("no answer", null);
      }
      return test.matches(object);
    }
  }

  @Test
  void rowsWithoutAnAnswerAreSkippedAndNamed() throws IOException {
    Path file = folder.resolve("points.csv");
    Files.writeString(file, "id,x,y\n10,1,1\n20,2,2\n30,3,3\n40,9,9\n50,2,3\n");
    FileIndex.build(file).close();
    GeometryTest inside =
        new GeometryQuery(
            Predicate.INTERSECTS,
            Semantics.OGC,
            new GeometryFactory().toGeometry(new Envelope(0, 5, 0, 5)));
    List<String> skipped = new ArrayList<>();
    try (FileSearch search = IndexedFile.at(file.toString(), new Configuration()).search()) {
      assertThat(search.matching(new Unanswered(inside), skipped::add))
          .extracting(row -> row.getLong(0))
          .containsExactly(10L, 30L);
    }
    assertThat(skipped)
        .containsExactly(
            "record 20 of " + file + ": no answer", "record 50 of " + file + ": no answer");
  }

  /** Line with which JTS fails. */
  private static final class OddLine extends LineString {
    private static final long serialVersionUID = 1;

    OddLine(Coordinate... vertices) {
      super(new CoordinateArraySequence(vertices), new GeometryFactory());
    }

    @Override
    public void apply(GeometryComponentFilter filter) {
      throw new IllegalStateException("odd");
    }
  }

  @Test
  void rowsWithoutADistanceAreSkippedAndNamed() throws IOException {
    Path file = folder.resolve("points.csv");
    Files.writeString(file, "id,x,y\n10,1,1\n20,2,2\n30,3,3\n");
    FileIndex.build(file).close();
    List<String> skipped = new ArrayList<>();
    try (FileSearch search = IndexedFile.at(file.toString(), new Configuration()).search()) {
      Geometry odd = new OddLine(new Coordinate(0, 0), new Coordinate(1, 0));
      assertThat(search.nearest(odd, 2, skipped::add)).isEmpty();
      assertThat(skipped)
          .hasSize(3)
          .anyMatch(each -> each.startsWith("record 10 of " + file + ": distance between a "))
          .allMatch(each -> each.endsWith("odd"));
      Geometry point = new GeometryFactory().createPoint(new Coordinate(2, 3));
      assertThat(search.nearest(point, 2, skipped::add))
          .extracting(each -> each.row().getLong(0))
          .containsExactlyInAnyOrder(20L, 30L);
      assertThat(skipped).hasSize(3);
    }
  }
}
