package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;

/**
 * The split of an overflowing leaf: its quadrant is quartered, the most populated quarter again,
 * and so on, until one holds at most a fraction x of a leaf's capacity; that one becomes the new
 * leaf's. Of equally populated quarters the one of the lowest digit counts.
 *
 * <p>The new leaf gets more than a quarter of that fraction, the old one keeps at least the rest.
 * No quadrant that is already cut out of the leaf's can come out: the leaf has no points there.
 *
 * <p>Points are separated down to cells of 2^-48 of the space on each axis, those of one cell by a
 * hash of 32 bits. Only where more points than a leaf holds share cell and hash is there no split.
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
   * Splits.
   *
   * @param points the leaf's entries, one more than its capacity, in order
   * @param region the leaf's quadrant
   * @param rest what stays, in order
   * @param part what the new leaf gets, in order
   * @param quadrant becomes the new leaf's
   * @throws IllegalArgumentException if the points cannot be separated
   */
  void split(EntryList points, Address region, EntryList rest, EntryList part, Address quadrant) {
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
        return; // fuller than wanted, but not all
      }
      left = descend(points.count(), quadrant);
    }
  }

  /** Takes the most populated quarter; returns the number of points in it. */
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
