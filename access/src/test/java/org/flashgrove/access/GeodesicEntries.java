package org.flashgrove.access;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.sf.geographiclib.Geodesic;
import org.flashgrove.access.geodesic.EarthBoxes;
import org.flashgrove.access.geodesic.GeodesicMetric;
import org.flashgrove.core.geometry.DistanceFrom;

/** Entries on the earth. Computes the expected results of queries by testing each entry. */
final class GeodesicEntries {
  /** An entry, and its distance from a query. */
  record Found(long id, double[] box, double distance) {}

  private final List<Found> entries = new ArrayList<>();
  private final int boxEvery;
  private final EarthBoxes source;
  private final Random random;

  /**
   * Creates an empty set of entries.
   *
   * @param boxEvery one of {@code boxEvery} entries has an extent; 0 for points only
   */
  GeodesicEntries(Random random, int boxEvery) {
    this.random = random;
    this.boxEvery = boxEvery;
    source = new EarthBoxes(random);
  }

  /** Adds an entry and returns it. One entry in ten has the rectangle of an earlier entry. */
  Found make(long id) {
    double[] box = source.point();
    if (!entries.isEmpty() && random.nextInt(10) == 0) {
      box = entries.get(random.nextInt(entries.size())).box();
    } else if (boxEvery > 0 && random.nextInt(boxEvery) == 0) {
      box = source.box();
    }
    Found made = new Found(id, box, 0);
    entries.add(made);
    return made;
  }

  Found removeAny() {
    return entries.remove(random.nextInt(entries.size()));
  }

  double[] point() {
    if (random.nextInt(20) == 0) {
      return entries.get(random.nextInt(entries.size())).box();
    }
    return source.point();
  }

  int size() {
    return entries.size();
  }

  /**
   * Returns all entries in the order of their distances from {@code q}. The distances of points
   * from a point are computed by GeographicLib.
   */
  List<Found> byDistance(double[] q) {
    DistanceFrom from = GeodesicMetric.WGS84.from(q[0], q[1], q[2], q[3]);
    List<Found> ordered = new ArrayList<>();
    for (Found e : entries) {
      double[] b = e.box();
      boolean points = b[0] == b[2] && b[1] == b[3] && q[0] == q[2] && q[1] == q[3];
      double distance =
          points
              ? Geodesic.WGS84.Inverse(q[1], q[0], b[1], b[0]).s12
              : from.to(b[0], b[1], b[2], b[3]);
      ordered.add(new Found(e.id(), b, distance));
    }
    ordered.sort(
        Comparator.comparingDouble(Found::distance)
            .thenComparingLong(Found::id)
            .thenComparingDouble(f -> f.box()[0])
            .thenComparingDouble(f -> f.box()[1])
            .thenComparingDouble(f -> f.box()[2])
            .thenComparingDouble(f -> f.box()[3]));
    return ordered;
  }

  /**
   * Returns a random window. One in three crosses the meridian 180, and one in five crosses a pole.
   */
  double[] window() {
    double west = 360 * random.nextDouble() - 180;
    double width = random.nextInt(8) == 0 ? 0 : 360 * Math.pow(random.nextDouble(), 3);
    double south = 180 * random.nextDouble() - 90;
    double height = random.nextInt(8) == 0 ? 0 : 180 * Math.pow(random.nextDouble(), 3);
    switch (random.nextInt(5)) {
      case 0:
        south = 85 + 5 * random.nextDouble();
        break;
      case 1:
        south = -95 + 5 * random.nextDouble();
        break;
      case 2:
        west = random.nextBoolean() ? 180 : -180;
        break;
      case 3:
        double[] place = point();
        west = place[0];
        south = place[1];
        break;
      default:
        break;
    }
    return new double[] {west, south, west + width, south + height};
  }

  /** Returns the sorted ids of the entries that share a point with a window on the earth. */
  List<Long> in(double[] w) {
    List<Long> ids = new ArrayList<>();
    for (Found e : entries) {
      if (meets(w, e.box())) {
        ids.add(e.id());
      }
    }
    ids.sort(null);
    return ids;
  }

  private static boolean meets(double[] w, double[] b) {
    boolean atPole = b[3] == 90 && w[1] <= 90 && w[3] >= 90;
    if (atPole || b[1] == -90 && w[1] <= -90 && w[3] >= -90) {
      return true;
    }
    for (int turn = -3; turn <= 3; turn++) {
      boolean straight = w[0] <= b[2] + 360 * turn && w[2] >= b[0] + 360 * turn;
      if (straight && w[1] <= b[3] && w[3] >= b[1]) {
        return true;
      }
      double opposite = 180 + 360.0 * turn;
      boolean over = w[0] - opposite <= b[2] && w[2] - opposite >= b[0];
      boolean north = 180 - b[3] <= w[3] && 180 - b[1] >= w[1];
      boolean south = -180 - b[3] <= w[3] && -180 - b[1] >= w[1];
      if (over && (north || south)) {
        return true;
      }
    }
    return false;
  }
}
