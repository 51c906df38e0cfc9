package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class GeometryQueryTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  /**
   * Returns a point, a line of one or two segments, a rectangle or a convex polygon on a small
   * grid.
   */
  private static Geometry random(Random random) {
    Coordinate[] corners = new Coordinate[4];
    for (int i = 0; i < corners.length; i++) {
      corners[i] = new Coordinate(random.nextInt(5), random.nextInt(5));
    }
    switch (random.nextInt(4)) {
      case 0:
        return GEOMETRIES.createPoint(corners[0]);
      case 1:
        return GEOMETRIES.toGeometry(new Envelope(corners[0], corners[1]));
      case 2:
        Geometry line =
            GEOMETRIES.createLineString(new Coordinate[] {corners[0], corners[1], corners[2]});
        return line.isSimple() && line.getLength() > 0 ? line : random(random);
      default:
        return GEOMETRIES.createMultiPointFromCoords(corners).convexHull();
    }
  }

  private static boolean holds(Predicate predicate, Semantics semantics, Geometry q, Geometry o) {
    return new GeometryQuery(predicate, semantics, q).matches(o);
  }

  @Test
  void exactlyOneOfEightPredicatesHolds() {
    Random random = Seeds.random();
    for (int round = 0; round < 2_500; round++) {
      Geometry q = random(random);
      Geometry o = random(random);
      int holding = 0;
      for (Predicate predicate : Predicate.values()) {
        if (predicate != Predicate.INTERSECTS && holds(predicate, Semantics.EXCLUSIVE, q, o)) {
          holding++;
        }
      }
      assertThat(holding).as("%s and %s", q, o).isEqualTo(1);
      assertConverse(Predicate.CONTAINS, Predicate.INSIDE, q, o);
      assertConverse(Predicate.COVERS, Predicate.COVEREDBY, q, o);
      assertConverse(Predicate.OVERLAP, Predicate.OVERLAP, q, o);
      assertConverse(Predicate.MEET, Predicate.MEET, q, o);
    }
  }

  private static void assertConverse(Predicate a, Predicate b, Geometry q, Geometry o) {
    for (Semantics semantics : Semantics.values()) {
      assertThat(holds(a, semantics, q, o))
          .as("%s %s of %s and %s", semantics, a, q, o)
          .isEqualTo(holds(b, semantics, o, q));
    }
  }

  @Test
  void containmentWithoutContactIsThatOfTheMatrix() {
    Random random = Seeds.random();
    for (int round = 0; round < 5_000; round++) {
      Geometry q = random(random);
      Geometry o = random(random);
      boolean differ = !q.equalsTopo(o);
      assertThat(holds(Predicate.INSIDE, Semantics.EXCLUSIVE, q, o))
          .isEqualTo(differ && q.relate(o, "TFF*FF***"));
      assertThat(holds(Predicate.COVEREDBY, Semantics.EXCLUSIVE, q, o))
          .isEqualTo(differ && q.coveredBy(o) && !q.touches(o) && !q.relate(o, "TFF*FF***"));
    }
  }

  @Test
  void ogcIsWhatJtsSays() {
    Random random = Seeds.random();
    for (int round = 0; round < 5_000; round++) {
      Geometry q = random(random);
      Geometry o = random(random);
      boolean[] expected = {
        q.intersects(o),
        q.overlaps(o),
        q.disjoint(o),
        q.touches(o),
        q.within(o),
        q.coveredBy(o),
        q.contains(o),
        q.covers(o),
        q.equalsTopo(o)
      };
      for (Predicate predicate : Predicate.values()) {
        assertThat(holds(predicate, Semantics.OGC, q, o))
            .as("%s of %s and %s", predicate, q, o)
            .isEqualTo(expected[predicate.code() - 1]);
      }
    }
  }

  @Test
  void boundsLoseNoAnswerAndPromiseNoneThatIsNot() {
    Random random = Seeds.random();
    int promised = 0;
    for (int round = 0; round < 5_000; round++) {
      Geometry o = random(random);
      Envelope box = o.getEnvelopeInternal();
      double margin = random.nextInt(2);
      box.expandBy(margin); // an index may bound an object by more than its own bounds
      for (Predicate predicate : Predicate.values()) {
        for (Semantics semantics : Semantics.values()) {
          GeometryQuery query = new GeometryQuery(predicate, semantics, random(random));
          Envelope q = query.envelope();
          boolean candidate =
              query
                  .candidates()
                  .matches(
                      q.getMinX(),
                      q.getMinY(),
                      q.getMaxX(),
                      q.getMaxY(),
                      box.getMinX(),
                      box.getMinY(),
                      box.getMaxX(),
                      box.getMaxY());
          boolean holds = query.matches(o);
          if (margin == 0 && holds) {
            assertThat(candidate).as("%s of %s and %s", predicate, query.geometry(), o).isTrue();
          }
          if (query.holdsByBounds(box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY())) {
            promised++;
            assertThat(holds).as("%s of %s and %s", predicate, query.geometry(), o).isTrue();
          }
        }
      }
    }
    assertThat(promised).isPositive();
  }

  @Test
  void whatIsNoQueryIsRefused() {
    assertThatThrownBy(
            () ->
                new GeometryQuery(Predicate.INTERSECTS, Semantics.OGC, GEOMETRIES.createPolygon()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("empty");
  }
}
