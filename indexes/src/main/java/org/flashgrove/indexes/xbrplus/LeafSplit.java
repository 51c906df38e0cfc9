package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;

/**
 * Split of an overflowing leaf. The leaf's quadrant is divided into quarters. Then its most
 * populated quarter is divided, and so on. This ends when a quarter contains at most a fraction x
 * of a leaf's capacity. This quarter becomes the new leaf. If two quarters are equally populated,
 * the lower digit wins.
 *
 * <p>The new leaf gets more than a quarter of x times the capacity. The old leaf keeps at least the
 * share 1 - x. The new quadrant cannot equal one that was cut out of the leaf before, because the
 * leaf has no points there.
 *
 * <p>Points are separated down to cells of 2^-48 of the space on each axis, and within a cell by a
 * hash of 32 bits. The split fails only if too many points for a leaf have the same cell and hash.
 */
final class LeafSplit {
  private final double mostPoints;
  private final AddressTable addresses;
  private final int[] population = new int[4];

  LeafSplit(XbrPlusConfig config, XbrPlusLayout layout) {
    int capacity = config.fill().leafCapacity();
    mostPoints = config.splitFraction() * capacity;
    addresses = new AddressTable(layout, capacity + 1);
  }

  /**
   * Splits a leaf.
   *
   * @param points the leaf's entries, one more than its capacity, in order
   * @param region the leaf's quadrant
   * @throws IllegalArgumentException if the points cannot be separated
   */
  void split(EntryList points, Address region, SplitParts parts) {
    EntryList rest = parts.rest();
    EntryList part = parts.part();
    Address quadrant = parts.quadrant();
    addresses.loadPoints(points);
    choose(points, region, quadrant);
    rest.clear();
    part.clear();
    for (int i = 0; i < points.count(); i++) {
      EntryList side = addresses.isIn(i, quadrant) ? part : rest;
      side.add(points.words(), i * points.stride());
    }
  }

  private void choose(EntryList points, Address region, Address quadrant) {
    quadrant.set(region);
    int left = points.count();
    while (left > mostPoints) {
      if (quadrant.level() == Address.LEVELS) {
        if (left == points.count()) {
          throw XbrPlusLayout.tooManyOfOneAddress(points.words(), 0, points.count() - 1);
        }
        return; // more points than intended, but not all
      }
      left = descend(points.count(), quadrant);
    }
  }

  /** Replaces the quadrant by its most populated quarter. Returns the number of points in it. */
  private int descend(int points, Address quadrant) {
    int number = quadrant.level() + 1;
    population[0] = 0;
    population[1] = 0;
    population[2] = 0;
    population[3] = 0;
    for (int i = 0; i < points; i++) {
      if (addresses.isIn(i, quadrant)) {
        population[addresses.digit(i, number)]++;
      }
    }
    int best = 0;
    for (int digit = 1; digit < 4; digit++) {
      if (population[digit] > population[best]) {
        best = digit;
      }
    }
    quadrant.descend(best);
    return population[best];
  }
}
