package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;

/**
 * Guttman's linear split (SIGMOD 1984, section 3.5.3).
 *
 * <p>In each dimension, the candidates are the entry with the highest low side and the entry with
 * the lowest high side. If these are the same entry, the second candidate is the entry with the
 * second lowest high side. The seeds are the candidates of the dimension with the largest
 * normalised separation. The separation is negative for overlapping entries. It is divided by the
 * extent of all entries, or by 1 if the extent is 0.
 *
 * <p>The other entries follow in order and join a group by the rule of the quadratic split. When a
 * group together with all remaining entries just reaches the minimum, the group gets all of them.
 */
final class LinearSplit implements SplitAlgorithm {
  private final SplitGroups groups = new SplitGroups();
  private int seedLow;
  private int seedHigh;

  @Override
  public int partition(EntryList entries, int minimum) {
    double separationX = separation(entries, BOUNDS, BOUNDS + 2);
    int highestLowX = seedLow;
    int lowestHighX = seedHigh;
    double separationY = separation(entries, BOUNDS + 1, BOUNDS + 3);
    boolean alongY = separationY > separationX;
    int first = alongY ? seedHigh : lowestHighX;
    int second = alongY ? seedLow : highestLowX;
    groups.start(entries.count());
    join(entries, first, true);
    join(entries, second, false);
    int remaining = entries.count() - 2;
    for (int i = 0; i < entries.count(); i++) {
      if (i == first || i == second) {
        continue;
      }
      if (groups.first.count + remaining == minimum) {
        groups.first.take(i); // all following entries join the same group
      } else if (groups.second.count + remaining == minimum) {
        groups.second.take(i);
      } else {
        double ofFirst = enlargement(groups.first, entries, i);
        double ofSecond = enlargement(groups.second, entries, i);
        join(entries, i, groups.prefersFirst(ofFirst, ofSecond));
      }
      remaining--;
    }
    return groups.arrange(entries);
  }

  /**
   * Returns the normalised separation of the candidates in one dimension, and stores the candidates
   * in fields.
   */
  private double separation(EntryList entries, int lowWord, int highWord) {
    int count = entries.count();
    seedLow = 0;
    seedHigh = 0;
    double least = entries.real(0, lowWord);
    double greatest = entries.real(0, highWord);
    for (int i = 1; i < count; i++) {
      double low = entries.real(i, lowWord);
      double high = entries.real(i, highWord);
      seedLow = low > entries.real(seedLow, lowWord) ? i : seedLow;
      seedHigh = high < entries.real(seedHigh, highWord) ? i : seedHigh;
      least = Math.min(least, low);
      greatest = Math.max(greatest, high);
    }
    if (seedLow == seedHigh) {
      seedHigh = secondLowestHigh(entries, highWord, seedLow);
    }
    double extent = greatest - least;
    return (entries.real(seedLow, lowWord) - entries.real(seedHigh, highWord))
        / (extent > 0 ? extent : 1);
  }

  private static int secondLowestHigh(EntryList entries, int highWord, int except) {
    int best = except == 0 ? 1 : 0;
    for (int i = best + 1; i < entries.count(); i++) {
      if (i != except && entries.real(i, highWord) < entries.real(best, highWord)) {
        best = i;
      }
    }
    return best;
  }

  private void join(EntryList entries, int i, boolean toFirst) {
    groups
        .group(toFirst)
        .join(
            i,
            entries.real(i, BOUNDS),
            entries.real(i, BOUNDS + 1),
            entries.real(i, BOUNDS + 2),
            entries.real(i, BOUNDS + 3));
  }

  private static double enlargement(SplitGroup group, EntryList entries, int i) {
    return group.enlargement(
        entries.real(i, BOUNDS),
        entries.real(i, BOUNDS + 1),
        entries.real(i, BOUNDS + 2),
        entries.real(i, BOUNDS + 3));
  }
}
