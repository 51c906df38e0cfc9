package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.util.AffineTransformation;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/** Every predicate and every distance of odd geometries ends with an answer. */
class OddGeometryTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private static Geometry wkt(String text) throws ParseException {
    return new WKTReader().read(text);
  }

  private static boolean holds(Predicate predicate, Semantics semantics, Geometry q, Geometry o) {
    return new GeometryQuery(predicate, semantics, q).matches(o);
  }

  private static boolean isMixed(Geometry geometry) {
    return geometry.getClass() == GeometryCollection.class;
  }

  private static void ask(Geometry q, Geometry o) {
    for (Semantics semantics : Semantics.values()) {
      for (Predicate predicate : Predicate.values()) {
        holds(predicate, semantics, q, o); // throws nothing
      }
    }
  }

  /** Returns the parts of a geometry, or its point if its envelope is a point. */
  private static List<Geometry> parts(Geometry geometry) {
    Envelope bounds = geometry.getEnvelopeInternal();
    boolean isPoint = bounds.getWidth() == 0 && bounds.getHeight() == 0;
    return isPoint
        ? List.of(geometry.getFactory().createPoint(bounds.centre()))
        : GeometryForm.atoms(geometry);
  }

  /** Tests what holds whatever algorithm answers. */
  private static void compare(Geometry q, Geometry o) {
    boolean isSound = q.isValid() && o.isValid();
    String pair = q + " and " + o;
    double least = Double.POSITIVE_INFINITY;
    boolean meets = false;
    boolean isWithin = false;
    for (Geometry one : parts(q)) {
      for (Geometry other : parts(o)) {
        least = Math.min(least, one.distance(other));
        isWithin |= one.isWithinDistance(other, 1);
        meets |= isSound && one.intersects(other);
      }
    }
    assertThat(PlanarDistance.between(q, o)).as(pair).isEqualTo(least);
    boolean answer = PlanarDistance.within(q, o, 1);
    if (!isSound) {
      return; // of a hole outside its shell the bounds know nothing
    }
    assertThat(answer).as(pair).isEqualTo(isWithin);
    assertThat(holds(Predicate.INTERSECTS, Semantics.OGC, q, o)).as(pair).isEqualTo(meets);
    assertThat(holds(Predicate.DISJOINT, Semantics.OGC, q, o)).as(pair).isEqualTo(!meets);
    int holding = 0;
    for (Predicate predicate : Predicate.values()) {
      if (predicate != Predicate.INTERSECTS && holds(predicate, Semantics.EXCLUSIVE, q, o)) {
        holding++;
      }
    }
    assertThat(holding).as(pair).isEqualTo(1);
    if (isMixed(q) || isMixed(o)) {
      assertThat(holds(Predicate.CONTAINS, Semantics.OGC, q, o))
          .as(pair)
          .isEqualTo(holds(Predicate.INSIDE, Semantics.OGC, o, q));
      assertThat(holds(Predicate.COVERS, Semantics.OGC, q, o))
          .as(pair)
          .isEqualTo(holds(Predicate.COVEREDBY, Semantics.OGC, o, q));
    }
  }

  private static void askPairs(Random random, int rounds) {
    OddGeometries odd = new OddGeometries(random);
    for (int round = 0; round < rounds; round++) {
      Geometry q = odd.nextWithPoints();
      Geometry o = odd.nextWithPoints();
      ask(q, o);
      compare(q, o);
    }
  }

  @Test
  void everyPredicateAndDistanceOfOddGeometriesHasAnAnswer() {
    askPairs(Seeds.random(), 250);
  }

  @Tag("long")
  @Test
  void everyPredicateAndDistanceOfManyOddGeometriesHasAnAnswer() {
    askPairs(Seeds.random(), 20_000);
  }

  @Test
  void predicatesOfGreatAndSmallCoordinatesHaveAnAnswer() {
    OddGeometries odd = new OddGeometries(Seeds.random());
    double[] scales = {1e-310, 1e-200, 1e-60, 1, 1e60, 1e160, 1e300};
    for (double scale : scales) {
      for (double other : scales) {
        for (int round = 0; round < 2; round++) {
          Geometry q = AffineTransformation.scaleInstance(scale, scale).transform(odd.next());
          Geometry o = AffineTransformation.scaleInstance(other, other).transform(odd.next());
          if (!q.isEmpty() && !o.isEmpty()) {
            ask(q, o);
            PlanarDistance.between(q, o);
          }
        }
      }
    }
  }

  @Test
  void validGeometriesOfOneKindMeetAsJtsSays() {
    Random random = Seeds.random();
    OddGeometries odd = new OddGeometries(random);
    int compared = 0;
    for (int round = 0; round < 400; round++) {
      Geometry q = odd.nextWithPoints();
      Geometry o = odd.nextWithPoints();
      if (!isMixed(q) && !isMixed(o) && q.isValid() && o.isValid()) {
        compared++;
        assertThat(holds(Predicate.MEET, Semantics.OGC, q, o)).isEqualTo(q.touches(o));
      }
    }
    assertThat(compared).isPositive();
  }

  @Test
  void aLineThatEntersAnAreaByLessThanRoundingDoesNotMeetIt() throws ParseException {
    Geometry area = wkt("POLYGON ((2 3, 1 4, 0 3, 0.9999999999999998 2, 2 3))");
    Geometry line = wkt("LINESTRING (0.5 1.5, 0.5 2.5)");
    for (Semantics semantics : Semantics.values()) {
      assertThat(holds(Predicate.MEET, semantics, area, line)).isFalse();
      assertThat(holds(Predicate.MEET, semantics, line, area)).isFalse();
      assertThat(holds(Predicate.OVERLAP, Semantics.EXCLUSIVE, line, area)).isTrue();
    }
  }

  @Test
  void distancesOfAnAreaWithoutExtentAreThoseOfItsPoint() throws ParseException {
    Geometry area = wkt("POLYGON ((3 1, 3 1, 3 1, 3 1), (5 0, 4 0, 4 1, 5 0))");
    Geometry point = wkt("POINT (4 1)");
    assertThat(PlanarDistance.between(area, point)).isEqualTo(1);
    assertThat(PlanarDistance.between(point, area)).isEqualTo(1);
    assertThat(PlanarDistance.within(area, point, 0.5)).isFalse();
    assertThat(new PointDistances(area).to(4, 1)).isEqualTo(1);
  }

  @Test
  void linesThatContainALineDoSoWithoutRounding() throws ParseException {
    Geometry lines = wkt("MULTILINESTRING ((1 2, 2 0), (1 2, 2 0), (3 2, 3 0, 0 1, 3 5, 3 5))");
    Geometry line = wkt("LINESTRING (2 0, 1 2, 2 0, 1 2)");
    assertThat(holds(Predicate.CONTAINS, Semantics.EXCLUSIVE, lines, line)).isTrue();
    assertThat(holds(Predicate.CONTAINS, Semantics.OGC, lines, line)).isTrue();
    assertThat(holds(Predicate.COVERS, Semantics.OGC, lines, line)).isTrue();
    assertThat(holds(Predicate.INSIDE, Semantics.EXCLUSIVE, line, lines)).isTrue();
  }

  @Test
  void aRingThatReturnsAlongTwoEdgesIsNoRectangle() throws ParseException {
    Geometry edges = wkt("POLYGON ((3 1, 3 5, 2 5, 3 5, 3 1))");
    Geometry corner = wkt("POINT (2 1)");
    GeometryQuery query = new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, edges);
    assertThat(query.matches(corner)).isFalse();
    assertThat(query.matchesPoint(2, 1)).isFalse();
    assertThat(query.holdsByBounds(2.2, 2, 2.4, 3)).isFalse();
    assertThat(holds(Predicate.INTERSECTS, Semantics.OGC, corner, edges)).isFalse();
    assertThat(query.matchesPoint(3, 2)).isTrue();
  }

  @Test
  void aCollectionIsTheUnionOfItsParts() throws ParseException {
    Geometry halves =
        wkt(
            "GEOMETRYCOLLECTION (POLYGON ((0 0, 2 0, 2 4, 0 4, 0 0)),"
                + " GEOMETRYCOLLECTION (POLYGON ((2 0, 4 0, 4 4, 2 4, 2 0)), POINT EMPTY))");
    Geometry whole = wkt("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))");
    Geometry across = wkt("LINESTRING (1 1, 3 1)");
    for (Semantics semantics : Semantics.values()) {
      assertThat(holds(Predicate.EQUALS, semantics, halves, whole)).isTrue();
      assertThat(holds(Predicate.EQUALS, semantics, whole, halves)).isTrue();
      assertThat(holds(Predicate.CONTAINS, semantics, halves, across)).isTrue();
      assertThat(holds(Predicate.INSIDE, semantics, across, halves)).isTrue();
    }
  }

  @Test
  void partsThatOverlapOrAreEmptyAreAnswered() throws ParseException {
    Geometry overlapping =
        wkt("MULTIPOLYGON (((0 0, 3 0, 3 3, 0 3, 0 0)), ((1 1, 5 1, 5 5, 1 5, 1 1)))");
    Geometry line = wkt("LINESTRING (0 4, 4 0)");
    assertThat(holds(Predicate.OVERLAP, Semantics.EXCLUSIVE, overlapping, line)).isTrue();
    assertThat(holds(Predicate.CONTAINS, Semantics.EXCLUSIVE, overlapping, wkt("POINT (4 4)")))
        .isTrue();
    Geometry withEmpty = wkt("MULTIPOINT (EMPTY, (4 4))");
    assertThat(holds(Predicate.CONTAINS, Semantics.EXCLUSIVE, overlapping, withEmpty)).isTrue();
    Geometry nothingLeft = wkt("POLYGON ((0 0, 2 0, 2 2, 0 2, 0 0), (0 0, 2 0, 2 2, 0 2, 0 0))");
    assertThat(holds(Predicate.INTERSECTS, Semantics.OGC, nothingLeft, wkt("POINT (1 0)")))
        .isTrue();
  }

  @Test
  void aQueryOfTooManyLevelsOrWithoutAFiniteVertexIsRefused() {
    Geometry deep = GEOMETRIES.createPoint(new Coordinate(1, 1));
    for (int level = 0; level < 100_000; level++) {
      deep = GEOMETRIES.createGeometryCollection(new Geometry[] {deep});
    }
    Geometry tooDeep = deep;
    assertThatThrownBy(() -> new GeometryQuery(Predicate.MEET, Semantics.OGC, tooDeep))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("query geometry: geometries nested too deep (allowed: at most 64 levels)");
    assertThatThrownBy(() -> new DistanceQuery(tooDeep, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nested too deep");
    Geometry odd =
        GEOMETRIES.createLineString(
            new Coordinate[] {
              new Coordinate(0, 0), new Coordinate(1, Double.NaN), new Coordinate(2, 2)
            });
    assertThatThrownBy(() -> new GeometryQuery(Predicate.MEET, Semantics.OGC, odd))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN or infinite");
  }
}
