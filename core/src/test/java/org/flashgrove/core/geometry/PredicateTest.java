package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class PredicateTest {
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();

  private static boolean matches(RectangleTest test, double[] q, double[] o) {
    return test.matches(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]);
  }

  private static boolean mayHold(RectangleTest test, double[] q, double[] e) {
    return test.mayHold(q[0], q[1], q[2], q[3], e[0], e[1], e[2], e[3]);
  }

  private static double[] box(double... box) {
    return box;
  }

  private static Geometry geometry(double[] box) {
    return GEOMETRIES.toGeometry(new Envelope(box[0], box[2], box[1], box[3]));
  }

  private static Predicate relation(double[] q, double[] o) {
    Predicate found = null;
    for (Predicate predicate : Predicate.values()) {
      if (predicate != Predicate.INTERSECTS && matches(predicate, q, o)) {
        assertThat(found).as("besides %s", predicate).isNull();
        found = predicate;
      }
    }
    return found;
  }

  @Test
  void meaningOnRectangles() {
    double[] query = box(0, 0, 4, 4);
    assertThat(relation(query, box(5, 5, 6, 6))).isEqualTo(Predicate.DISJOINT);
    assertThat(relation(query, box(4, 4, 5, 5))).isEqualTo(Predicate.MEET);
    assertThat(relation(query, box(4, 1, 4, 2))).isEqualTo(Predicate.MEET);
    assertThat(relation(query, box(0, 0, 0, 0))).isEqualTo(Predicate.MEET);
    assertThat(relation(query, box(1, 1, 2, 2))).isEqualTo(Predicate.CONTAINS);
    assertThat(relation(query, box(1, 1, 1, 1))).isEqualTo(Predicate.CONTAINS);
    assertThat(relation(query, box(0, 1, 2, 2))).isEqualTo(Predicate.COVERS);
    assertThat(relation(query, box(0, 1, 2, 1))).isEqualTo(Predicate.COVERS);
    assertThat(relation(query, query)).isEqualTo(Predicate.EQUALS);
    assertThat(relation(query, box(0, 0, 9, 9))).isEqualTo(Predicate.COVEREDBY);
    assertThat(relation(query, box(-1, -1, 9, 9))).isEqualTo(Predicate.INSIDE);
    assertThat(relation(query, box(2, 2, 9, 9))).isEqualTo(Predicate.OVERLAP);
    assertThat(relation(query, box(-1, 2, 9, 2))).isEqualTo(Predicate.OVERLAP);
  }

  @Test
  void meaningOnPointsAndLines() {
    double[] point = box(1, 1, 1, 1);
    double[] line = box(0, 1, 3, 1);
    assertThat(relation(point, point)).isEqualTo(Predicate.EQUALS);
    assertThat(relation(point, line)).isEqualTo(Predicate.INSIDE);
    assertThat(relation(line, box(3, 1, 3, 1))).isEqualTo(Predicate.MEET);
    assertThat(relation(line, box(1, 1, 2, 1))).isEqualTo(Predicate.CONTAINS);
    assertThat(relation(line, box(0, 1, 2, 1))).isEqualTo(Predicate.COVERS);
    assertThat(relation(line, box(1, 0, 1, 2))).isEqualTo(Predicate.OVERLAP);
    assertThat(relation(line, box(1, 1, 1, 2))).isEqualTo(Predicate.MEET);
    assertThat(relation(line, line)).isEqualTo(Predicate.EQUALS);
  }

  @Test
  void rectanglesAreRelatedAsJtsRelatesTheirGeometries() {
    Random random = Seeds.random();
    for (int round = 0; round < 5_000; round++) {
      double[] q = randomBox(random);
      double[] o = randomBox(random);
      assertThat(relation(q, o)).isNotNull();
      for (Predicate predicate : Predicate.values()) {
        for (Semantics semantics : Semantics.values()) {
          boolean expected =
              new GeometryQuery(predicate, semantics, geometry(q)).matches(geometry(o));
          assertThat(matches(semantics.of(predicate), q, o))
              .as("%s %s of %s and %s", semantics, predicate, geometry(q), geometry(o))
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void noSubtreeWithAnAnswerIsLeftOut() {
    Random random = Seeds.random();
    for (int round = 0; round < 20_000; round++) {
      double[] query = randomBox(random);
      double[] object = randomBox(random);
      double[] other = randomBox(random);
      double[] subtree = {
        Math.min(object[0], other[0]),
        Math.min(object[1], other[1]),
        Math.max(object[2], other[2]),
        Math.max(object[3], other[3])
      };
      for (Predicate predicate : Predicate.values()) {
        RectangleTest filter = predicate.candidates();
        for (Semantics semantics : Semantics.values()) {
          RectangleTest test = semantics.of(predicate);
          if (matches(test, query, object)) {
            assertThat(mayHold(test, query, subtree)).as(predicate.name()).isTrue();
            assertThat(matches(filter, query, object)).as(predicate.name()).isTrue();
          }
        }
        if (matches(filter, query, object)) {
          assertThat(mayHold(filter, query, subtree)).as(predicate.name()).isTrue();
        }
      }
      RectangleTest near = new WithinDistance(random.nextInt(4));
      if (matches(near, query, object)) {
        assertThat(mayHold(near, query, subtree)).isTrue();
      }
    }
  }

  private static double[] randomBox(Random random) {
    double x = random.nextInt(5);
    double y = random.nextInt(5);
    return box(x, y, x + random.nextInt(4), y + random.nextInt(4));
  }

  @Test
  void distancesAreWithinThemselves() {
    Random random = Seeds.random();
    for (int round = 0; round < 20_000; round++) {
      double[] q = box(random.nextDouble(), 0, 2, random.nextDouble());
      double[] o = box(3 * random.nextDouble(), 2, 4, 2 + random.nextDouble());
      double distance =
          Math.sqrt(Rectangles.squaredDistance(q[0], q[1], q[2], q[3], o[0], o[1], o[2], o[3]));
      assertThat(distance).isEqualTo(geometry(q).distance(geometry(o)), within(1e-9));
      assertThat(matches(new WithinDistance(distance), q, o)).isTrue();
      assertThat(matches(new WithinDistance(Math.nextDown(distance)), q, o)).isFalse();
    }
    assertThat(matches(new WithinDistance(0), box(0, 0, 1, 1), box(1, 1, 2, 2))).isTrue();
    assertThat(matches(new WithinDistance(1e-200), box(0, 0, 1, 1), box(1.5, 1, 2, 2))).isFalse();
    assertThat(matches(new WithinDistance(1e154), box(0, 0, 1, 1), box(9e153, 0, 1e154, 1)))
        .isTrue();
    for (double wrong : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new WithinDistance(wrong)).hasMessageContaining("allowed: 0 to");
    }
  }

  @Test
  void namesInAnyCase() {
    assertThat(Predicate.named("coveredBy")).isEqualTo(Predicate.COVEREDBY);
    assertThat(Predicate.named("INTERSECTS")).isEqualTo(Predicate.INTERSECTS);
    assertThat(Semantics.named("Ogc")).isEqualTo(Semantics.OGC);
    assertThatThrownBy(() -> Predicate.named("near"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("near")
        .hasMessageContaining(
            "intersects, overlap, disjoint, meet, inside, coveredby, contains, covers, equals");
    assertThatThrownBy(() -> Semantics.named("sql"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exclusive, ogc");
  }

  @Test
  void codesAreThoseOfFestival() {
    assertThat(Predicate.INTERSECTS.code()).isEqualTo(1);
    assertThat(Predicate.INSIDE.code()).isEqualTo(5);
    assertThat(Predicate.EQUALS.code()).isEqualTo(9);
  }

  @Test
  void theConverseHoldsForTheObjectsInTheOtherOrder() {
    Random random = Seeds.random();
    for (int round = 0; round < 2_000; round++) {
      double[] a = random.ints(4, 0, 3).asDoubleStream().toArray();
      double[] b = random.ints(4, 0, 3).asDoubleStream().toArray();
      for (Predicate each : Predicate.values()) {
        assertThat(
                each.converse()
                    .matches(
                        b[0], b[1], b[0] + b[2], b[1] + b[3], a[0], a[1], a[0] + a[2], a[1] + a[3]))
            .isEqualTo(
                each.matches(
                    a[0], a[1], a[0] + a[2], a[1] + a[3], b[0], b[1], b[0] + b[2], b[1] + b[3]));
      }
    }
  }
}
