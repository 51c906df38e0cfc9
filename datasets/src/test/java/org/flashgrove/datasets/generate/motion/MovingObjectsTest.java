package org.flashgrove.datasets.generate.motion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.Extent;
import org.flashgrove.datasets.generate.motion.MovingObjects.Movement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MovingObjectsTest {
  private static final Extent SPACE = new Extent(0, -500, 2_000, 500);
  private static final double SPEED = 30;
  private static final int INTERVAL = 20;
  private static final double ROUNDING = 1e-6;

  private final long seed = Seeds.random().nextLong();

  private static MovingObjects of(Movement movement, int objects, long moves, long seed) {
    return new MovingObjects(movement, objects, moves, SPACE, SPEED, INTERVAL, 10, seed);
  }

  private record Rows(List<double[]> points, List<double[]> moves) {}

  private static Rows rows(MovingObjects generator) {
    Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
    generator.generate(
        (id, minX, minY, maxX, maxY) -> {
          assertThat(rows.moves).isEmpty();
          assertThat(new double[] {maxX, maxY}).containsExactly(minX, minY);
          rows.points.add(new double[] {id, minX, minY});
        },
        (id, oldX, oldY, x, y) -> rows.moves.add(new double[] {id, oldX, oldY, x, y}));
    return rows;
  }

  @ParameterizedTest
  @EnumSource
  void eachMoveBeginsWhereTheObjectIs(Movement movement) {
    Rows rows = rows(of(movement, 200, 5_000, seed));
    assertThat(rows.points).hasSize(200);
    assertThat(rows.moves).hasSize(5_000);
    Map<Double, double[]> places = new HashMap<>();
    for (double[] point : rows.points) {
      places.put(point[0], new double[] {point[1], point[2]});
    }
    assertThat(places).hasSize(200);
    int still = 0;
    for (double[] move : rows.moves) {
      assertThat(places.get(move[0])).containsExactly(move[1], move[2]);
      double x = move[3];
      double y = move[4];
      assertThat(x).isBetween(SPACE.minX() - ROUNDING, SPACE.maxX() + ROUNDING);
      assertThat(y).isBetween(SPACE.minY() - ROUNDING, SPACE.maxY() + ROUNDING);
      double way = Math.hypot(x - move[1], y - move[2]);
      // At the sixths of a route an object is not faster than in its middle.
      assertThat(way).isLessThanOrEqualTo(SPEED * INTERVAL * (1 + 1e-6));
      still += way == 0 ? 1 : 0;
      places.put(move[0], new double[] {x, y});
    }
    assertThat(still).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void theSeedDecidesEverything(Movement movement) {
    Rows first = rows(of(movement, 50, 200, seed));
    Rows again = rows(of(movement, 50, 200, seed));
    Rows other = rows(of(movement, 50, 200, seed + 1));
    assertThat(Arrays.deepEquals(first.moves.toArray(), again.moves.toArray())).isTrue();
    assertThat(Arrays.deepEquals(first.points.toArray(), again.points.toArray())).isTrue();
    assertThat(first.moves.get(0)).isNotEqualTo(other.moves.get(0));
  }

  /** An object reports every 10.5 units on average, and never later than after 20. */
  @Test
  void allObjectsReportWithinTheInterval() {
    Rows rows = rows(of(Movement.UNIFORM, 1_000, 20_000, 42));
    Map<Double, Integer> reports = new HashMap<>();
    rows.moves.forEach(move -> reports.merge(move[0], 1, Integer::sum));
    assertThat(reports).hasSize(1_000);
    // 20,000 moves take about 210 units: at least 10 reports of each, 20 on average.
    assertThat(reports.values()).allMatch(count -> count >= 9);
  }

  @Test
  void pointsAreUniformOrNormallyDistributed() {
    for (Movement movement : List.of(Movement.UNIFORM, Movement.GAUSSIAN)) {
      double sigma = SPACE.height() / 6;
      long near =
          rows(of(movement, 20_000, 0, 42)).points.stream()
              .filter(point -> Math.abs(point[2]) < sigma)
              .count();
      // The share within a deviation is 0.6827 by the normal distribution, cut at three.
      double expected = movement == Movement.UNIFORM ? 1 / 3.0 : 0.6827 / 0.9973;
      assertThat(near / 20_000.0).isCloseTo(expected, within(0.015));
    }
  }

  /** All objects stay on the straight lines between hubs. */
  @Test
  void networkObjectsStayOnRoutes() {
    MovingObjects between =
        new MovingObjects(Movement.NETWORK, 100, 2_000, SPACE, SPEED, INTERVAL, 2, seed);
    Rows rows = rows(between);
    double[] first = rows.points.get(0);
    double[] far = first;
    for (double[] point : rows.points) {
      if (Math.hypot(point[1] - first[1], point[2] - first[2])
          > Math.hypot(far[1] - first[1], far[2] - first[2])) {
        far = point;
      }
    }
    double dx = far[1] - first[1];
    double dy = far[2] - first[2];
    for (double[] move : rows.moves) {
      double off = dx * (move[4] - first[2]) - dy * (move[3] - first[1]);
      assertThat(off / Math.hypot(dx, dy)).isCloseTo(0, within(0.01));
    }
  }

  @Test
  void hubsThatAreOnePlaceDoNotStopTheTime() {
    Extent point = new Extent(0, 0, Double.MIN_NORMAL * 4, 1e-300);
    assertThatIllegalArgumentException().isThrownBy(() -> at(point));
    Extent small = new Extent(0, 0, 1e-9, 1e-9);
    assertThat(rows(at(small)).moves).hasSize(100);
  }

  private static MovingObjects at(Extent extent) {
    return new MovingObjects(Movement.NETWORK, 10, 100, extent, 1e6, 1_000, 2, 1);
  }

  @Test
  void messagesHoldTheValueAndTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> of(Movement.UNIFORM, 0, 1, 1))
        .withMessage("objects is 0; allowed: 1 to 100000000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MovingObjects(Movement.NETWORK, 1, 1, SPACE, SPEED, INTERVAL, 1, 1))
        .withMessage("hubs is 1; allowed: 2 to 1000000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MovingObjects(Movement.NETWORK, 1, 1, SPACE, -1, INTERVAL, 2, 1))
        .withMessage("maximum speed is -1.0; allowed: a finite number above 0");
  }
}
