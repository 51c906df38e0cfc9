package org.flashgrove.indexes.split;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.indexes.order.KeyOrder;

/**
 * Greene's split (ICDE 1989, 606-615).
 *
 * <p>ChooseAxis takes the two seeds of the quadratic split. It chooses the axis on which their
 * distance is the larger share of the extent of all entries. The distance of overlapping seeds is
 * negative; ties go to x.
 *
 * <p>Distribute sorts entries by their low side along that axis, then by their high side. The first
 * half becomes group 1, and the second half becomes group 2. A middle entry joins the group that it
 * enlarges less, then the smaller group, then group 1.
 *
 * <p>Halves always reach the minimum. We do not follow the version of the C library FESTIval,
 * because it never keeps the better axis and loses an entry.
 */
final class GreeneSplit implements SplitAlgorithm {
  private final QuadraticSeeds seeds = new QuadraticSeeds();
  private final SplitGroups groups = new SplitGroups();
  private final KeyOrder sorter = new KeyOrder();
  private int[] order = new int[0];

  @Override
  public int partition(EntryList entries, int minimum) {
    int count = entries.count();
    if (order.length < count) {
      order = new int[count];
    }
    seeds.pick(entries);
    boolean alongY =
        separation(seeds.minY, seeds.maxY, seeds.extent[1], seeds.extent[3])
            > separation(seeds.minX, seeds.maxX, seeds.extent[0], seeds.extent[2]);
    if (alongY) {
      sorter.sort(order, count, seeds.minY, seeds.maxY);
    } else {
      sorter.sort(order, count, seeds.minX, seeds.maxX);
    }
    groups.start(count);
    int half = count / 2;
    for (int i = 0; i < half; i++) {
      join(order[i], true);
      join(order[count - half + i], false);
    }
    if (count % 2 == 1) {
      joinMiddle(order[half]);
    }
    return groups.arrange(entries);
  }

  /**
   * Returns the distance of the seeds along an axis, as a fraction of the extent of all entries.
   */
  private double separation(double[] low, double[] high, double least, double greatest) {
    double gap =
        Math.max(low[seeds.first], low[seeds.second])
            - Math.min(high[seeds.first], high[seeds.second]);
    double extent = greatest - least;
    return gap / (extent > 0 ? extent : 1);
  }

  private void join(int i, boolean toFirst) {
    groups.group(toFirst).join(i, seeds.minX[i], seeds.minY[i], seeds.maxX[i], seeds.maxY[i]);
  }

  private void joinMiddle(int i) {
    join(i, groups.prefersFirst(enlargement(groups.first, i), enlargement(groups.second, i)));
  }

  private double enlargement(SplitGroup group, int i) {
    return group.enlargement(seeds.minX[i], seeds.minY[i], seeds.maxX[i], seeds.maxY[i]);
  }
}
