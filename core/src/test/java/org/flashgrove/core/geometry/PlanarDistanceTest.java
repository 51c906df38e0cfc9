package org.flashgrove.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Distances from 1e-300 to 1e300, against arithmetic without bounds. */
class PlanarDistanceTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final GeometryFactory GEOMETRIES = new GeometryFactory();
  private static final int ROUNDS = 2_000;

  private static double exact(double dx, double dy) {
    BigDecimal x = new BigDecimal(dx);
    BigDecimal y = new BigDecimal(dy);
    return x.multiply(x).add(y.multiply(y)).sqrt(DIGITS).doubleValue();
  }

  private static double anyNumber(Random random) {
    double digits = 1 + 9 * random.nextDouble();
    return Double.parseDouble(
        (random.nextBoolean() ? "" : "-") + digits + "e" + (random.nextInt(601) - 300));
  }

  @Test
  void lengthsAreThoseOfUnboundedArithmetic() {
    Random random = Seeds.random();
    for (int round = 0; round < ROUNDS; round++) {
      double dx = random.nextInt(8) == 0 ? 0 : anyNumber(random);
      double dy = random.nextInt(3) == 0 ? dx * (0.5 + random.nextDouble()) : anyNumber(random);
      double expected = exact(dx, dy);
      double found = PlanarDistance.length(dx, dy);
      assertThat(Math.abs(found - expected)).isLessThanOrEqualTo(Math.ulp(expected));
    }
    assertThat(PlanarDistance.length(0, 0)).isZero();
    assertThat(PlanarDistance.length(3 * Double.MIN_VALUE, 4 * Double.MIN_VALUE))
        .isEqualTo(5 * Double.MIN_VALUE);
    assertThat(PlanarDistance.length(3e307, 4e307)).isEqualTo(5e307);
    assertThat(PlanarDistance.length(Double.MAX_VALUE, Double.MAX_VALUE)).isInfinite();
    assertThat(PlanarDistance.length(Double.POSITIVE_INFINITY, 1)).isInfinite();
  }

  /** Where squares are safe nothing has changed, to the last bit, nor at the borders between. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 0x1p-479, 0x1p-480, 0x1p-481, 0x1p499, 0x1p500, 0x1p501})
  void scalingChangesNoBit(double unit) {
    Random random = Seeds.random();
    for (int round = 0; round < ROUNDS; round++) {
      double dx = random.nextDouble();
      double dy = random.nextInt(9) == 0 ? 0 : random.nextDouble();
      assertThat(PlanarDistance.length(dx * unit, dy * unit))
          .isEqualTo(Math.sqrt(dx * dx + dy * dy) * unit);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-200, 1e-162, 1e-150, 1, 1e150, 1e200, 1e300})
  void rectanglesWithinADistance(double unit) {
    Random random = Seeds.random();
    for (int round = 0; round < ROUNDS / 10; round++) {
      double x = (1 + random.nextDouble()) * unit;
      double y = random.nextInt(4) == 0 ? 0 : (1 + random.nextDouble()) * unit;
      double distance = exact(x, y);
      assertThat(within(1.000001 * distance, x, y)).isTrue();
      assertThat(within(0.999999 * distance, x, y)).isFalse();
      assertThat(within(0, x, y)).isFalse();
      assertThat(within(0, 0, 0)).isTrue();
      assertThat(within(Double.MAX_VALUE, x, y)).isTrue();
    }
  }

  private static boolean within(double distance, double x, double y) {
    WithinDistance test = new WithinDistance(distance);
    boolean matches = test.matches(0, 0, 0, 0, x, y, x, y);
    assertThat(test.matches(x, y, x, y, 0, 0, 0, 0)).isEqualTo(matches);
    assertThat(test.mayHold(0, 0, 0, 0, x, y, x, y) || !matches).isTrue();
    assertThat(WithinDistance.candidates(distance).matches(0, 0, 0, 0, x, y, x, y) || !matches)
        .isTrue();
    return matches;
  }

  private static Geometry line(double... at) {
    Coordinate[] path = new Coordinate[at.length / 2];
    for (int i = 0; i < path.length; i++) {
      path[i] = new Coordinate(at[2 * i], at[2 * i + 1]);
    }
    return path.length == 1 ? GEOMETRIES.createPoint(path[0]) : GEOMETRIES.createLineString(path);
  }

  private static void assertDistance(double expected, Geometry a, Geometry b) {
    double found = PlanarDistance.between(a, b);
    assertThat(Math.abs(found - expected)).isLessThanOrEqualTo(4 * Math.ulp(expected));
    assertThat(PlanarDistance.between(b, a)).isEqualTo(found);
    for (double factor : new double[] {0.999999, 1.000001}) {
      boolean near = factor > 1 || expected == 0;
      assertThat(PlanarDistance.within(a, b, factor * expected)).isEqualTo(near);
      DistanceQuery query = new DistanceQuery(a, factor * expected);
      assertThat(query.matches(b)).isEqualTo(near);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-200, 1e-162, 1e-100, 1, 1e100, 1e154, 1e200, 1e300})
  void geometriesOfAnySize(double unit) {
    Geometry point = line(0, 2 * unit);
    assertDistance(2 * unit, point, line(-unit, 0, unit, 0));
    assertDistance(unit, point, line(-unit, unit, 3 * unit, unit, 3 * unit, 0));
    assertDistance(Math.sqrt(2) * unit, point, line(-unit, unit));
    assertDistance(0, point, line(-unit, 2 * unit, unit, 2 * unit));
    assertDistance(0, line(-unit, 0, unit, 0), line(0, -unit, 0, unit));
    assertDistance(unit, line(-unit, 0, unit, 0), line(-unit, unit, unit, 5 * unit));
  }

  /** A segment whose own length vanishes when squared, beside others; JTS alone finds nothing. */
  @Test
  void sizesMayDiffer() {
    assertDistance(1, line(0, 1), line(0, 0, 1e-200, 0));
    assertDistance(1e250, line(0, 1e250), line(0, 0, 1, 0));
    assertDistance(1e-300, line(0, 0), line(1e-300, 0));
    assertDistance(1e300, line(1e-300, 0), line(1e300, 0));
  }

  @Test
  void ordinaryDistancesAreThoseOfJts() {
    Random random = Seeds.random();
    for (int round = 0; round < 2_000; round++) {
      double[] at = random.doubles(6, -180, 180).toArray();
      at[random.nextInt(6)] = 0;
      Geometry a = line(at[0], at[1], at[2], at[3]);
      Geometry b = line(at[4], at[5]);
      assertThat(PlanarDistance.between(a, b)).isEqualTo(a.distance(b));
    }
    assertThat(PlanarDistance.between(line(1, 2), GEOMETRIES.createPoint())).isZero();
  }
}
