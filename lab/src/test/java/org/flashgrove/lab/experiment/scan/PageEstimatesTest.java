package org.flashgrove.lab.experiment.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.flashgrove.core.LruReads;
import org.flashgrove.simulator.store.DeviceCosts;
import org.flashgrove.simulator.store.DeviceUse;
import org.junit.jupiter.api.Test;

class PageEstimatesTest {
  private static final int PAGES = 92_593;
  private static final int CACHE = 32_768;

  /** Means over some ranges beside estimates: a statistic, so always the same draw. */
  private final Random random = new Random(42);

  /** Counts of a simulation of its own: share of the records, IDX, SIDX. */
  @Test
  void agreesWithSimulatedCountsOfThePaperSizedTable() {
    double[][] counted = {
      {.001, 2464, 2464},
      {.01, 21946, 21946},
      {.03, 55518, 51933},
      {.05, 88381, 69324},
      {.1, 170037, 87101},
      {.3, 499131, 92589},
      {.5, 827314, 92593}
    };
    PageEstimates estimates = new PageEstimates(PAGES, 2_500_000, Clustering.UNIFORM);
    for (double[] row : counted) {
      assertEquals(row[1], estimates.indexScanReads(row[0], CACHE), row[1] * .02);
      assertEquals(row[2], estimates.distinctPages(row[0]), row[2] * .01);
    }
  }

  @Test
  void aTableInTheOrderOfItsIndexIsReadOnceAndInPart() {
    PageEstimates estimates = new PageEstimates(1000, 27_000, new Clustering(0, 1));
    assertEquals(300, estimates.distinctPages(.3), 1e-6);
    assertEquals(300, estimates.indexScanReads(.3, 10), 1e-6);
  }

  /** Pages by key as the two figures say, made here in a way of its own. */
  private int[] placed(int records, int recordsOfPage, double share, int runLength) {
    List<List<Integer>> inOrder = new ArrayList<>();
    List<List<Integer>> anywhere = new ArrayList<>();
    for (int first = 0; first < records; first += runLength) {
      List<Integer> run = new ArrayList<>();
      for (int key = first; key < Math.min(records, first + runLength); key++) {
        run.add(key);
      }
      (random.nextDouble() < share ? anywhere : inOrder).add(run);
    }
    Collections.shuffle(anywhere, random);
    int[] pages = new int[records];
    int place = 0;
    inOrder.addAll(anywhere);
    for (List<Integer> run : inOrder) {
      for (int key : run) {
        pages[key] = place++ / recordsOfPage;
      }
    }
    return pages;
  }

  @Test
  void clusteringIsMeasuredFromTheIndexAlone() {
    int records = 200_000;
    int pageCount = (records + 26) / 27;
    for (double[] placement : new double[][] {{1, 1}, {.24, 1}, {.35, 3}, {0, 1}, {.6, 6}}) {
      int[] pages = placed(records, 27, placement[0], (int) placement[1]);
      ClusteringMeasure measure = new ClusteringMeasure(records, pageCount);
      Arrays.stream(pages).forEach(measure::add);
      Clustering found = measure.clustering();
      PageEstimates estimates = new PageEstimates(pageCount, records, found);
      for (double share : new double[] {.002, .01, .05, .2, .5}) {
        int count = (int) (records * share);
        String context = Arrays.toString(placement) + " found as " + found + ", " + share;
        double distinct =
            mean(
                records,
                count,
                from -> Arrays.stream(pages, from, from + count).distinct().count());
        assertEquals(distinct, estimates.distinctPages(share), distinct * .12 + 3, context);
        for (int cache : new int[] {pageCount / 10, pageCount / 3}) {
          double reads = mean(records, count, from -> LruReads.count(pages, from, count, cache));
          double estimated = estimates.indexScanReads(share, cache);
          assertEquals(reads, estimated, reads * .15 + 3, context + ", cache " + cache);
        }
      }
    }
  }

  /** Over several ranges if they are short: an estimate is of the mean, one range is a draw. */
  private static double mean(int records, int count, IntToLongFunction ofRangeFrom) {
    int ranges = Math.max(1, 10_000 / count);
    return IntStream.range(0, ranges)
        .mapToLong(i -> ofRangeFrom.applyAsLong((int) ((records - count) * (i + .5) / ranges)))
        .average()
        .orElseThrow();
  }

  @Test
  void costsGoOnStraightLines() {
    double[][] nanos = new double[DeviceUse.values().length][];
    Arrays.setAll(nanos, i -> new double[] {10, 20, 60});
    DeviceCosts costs = new DeviceCosts(new int[] {1, 2, 4}, nanos);
    assertEquals(10, costs.nanosPerPage(DeviceUse.SCAN, 1));
    assertEquals(20, costs.nanosPerPage(DeviceUse.SCAN, 2));
    assertEquals(40, costs.nanosPerPage(DeviceUse.SCAN, 3));
    assertEquals(120, costs.nanosPerPage(DeviceUse.SCAN, 8));
    assertThrows(IllegalArgumentException.class, () -> new DeviceCosts(new int[] {2}, nanos));
    assertThrows(IllegalArgumentException.class, () -> new Clustering(1.5, 1));
    assertTrue(AccessPlan.SIDX_PS.isOrdered() && AccessPlan.SIDX_PS.toString().equals("SIDX+PS"));
  }
}
