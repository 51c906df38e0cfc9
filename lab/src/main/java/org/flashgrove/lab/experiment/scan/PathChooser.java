package org.flashgrove.lab.experiment.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.simulator.store.DeviceCosts;
import org.flashgrove.simulator.store.DeviceUse;

/**
 * Estimates the time of each plan and picks the fastest. Page counts come from {@link
 * PageEstimates}, or from the formulas of the sort classes. Times come from the time that the
 * device needs for a page with the given number of users.
 *
 * <p>A phase of a plan may read the table and write temporary space at the same time. The time of
 * such a phase is the greater of two times: the time that the busier device needs for all users,
 * and the time that one user needs for both devices in turn. CPU time is neglected.
 *
 * @param table costs of the device with table and index
 * @param temporary costs of the device with temporary space, which may be the same device
 */
record PathChooser(DeviceCosts table, DeviceCosts temporary) {

  /**
   * Returns the estimates of all plans, the cheapest first.
   *
   * @param ordered whether the records must come in index order
   */
  List<PlanEstimate> estimates(QueryShape query, boolean ordered) {
    List<PlanEstimate> estimates = new ArrayList<>();
    for (AccessPlan plan : AccessPlan.values()) {
      if (ordered ? plan.isOrdered() : !plan.sorts()) {
        estimates.add(estimate(plan, query));
      }
    }
    estimates.sort(Comparator.comparingDouble(PlanEstimate::nanos));
    return estimates;
  }

  private PlanEstimate estimate(AccessPlan plan, QueryShape query) {
    AccessPath path = plan.path();
    double pages = query.estimates().pageReads(path, query.selectivity(), query.cachePages());
    // A partitioned sort takes its limits from the inner nodes. If units must be narrow, it also
    // reads the leaves. The estimate ignores that; it is one or two percent of a full scan.
    double leaves = path == AccessPath.FTS ? 0 : Math.ceil(query.selectivity() * query.leaves());
    int users = query.users();
    double reading = reading(path, query, pages, leaves, users);
    if (!plan.sorts()) {
      return new PlanEstimate(plan, reading);
    }
    double sorted = query.sortedPages();
    int passes = passes(plan, query);
    double nanos = reading;
    if (passes > 0) {
      DeviceUse use = plan.isPartitioned() ? DeviceUse.GATHER : DeviceUse.MERGE;
      double alone = reading(path, query, pages, leaves, 1) + sorted * cost(DeviceUse.WRITE, 1);
      double writing = sorted * cost(DeviceUse.WRITE, users);
      nanos = Math.max(alone, Math.max(reading, writing));
      nanos += (passes - 1) * sorted * cost(DeviceUse.WRITE, users);
      nanos += passes * sorted * cost(use, users);
    }
    return new PlanEstimate(plan, nanos);
  }

  private double cost(DeviceUse use, int users) {
    return temporary.nanosPerPage(use, users);
  }

  private double reading(
      AccessPath path, QueryShape query, double pages, double leaves, int users) {
    double random = table.nanosPerPage(DeviceUse.RANDOM, users);
    double neighbour = table.nanosPerPage(DeviceUse.NEIGHBOUR, users);
    if (path == AccessPath.FTS) {
      return pages * table.nanosPerPage(DeviceUse.SCAN, users) + leaves * neighbour;
    }
    double next = path == AccessPath.IDX ? inOrder(query) : neighbours(query);
    // An index scan reads leaves between record pages. A sorted index scan first reads all leaves
    // in sequence.
    double leaf = path == AccessPath.IDX ? random : neighbour;
    return pages * (next * neighbour + (1 - next) * random) + leaves * leaf;
  }

  /**
   * Returns the fraction of an index scan's record page reads that are sequential. A read is
   * sequential if the previous read was of the preceding page.
   */
  private static double inOrder(QueryShape query) {
    PageEstimates estimates = query.estimates();
    double recordsOfPage = estimates.records() / estimates.pages();
    return Math.pow(1 - estimates.clustering().randomShare(), recordsOfPage);
  }

  /**
   * Returns the estimated fraction of a sorted index scan's record page reads that are sequential.
   * A read is sequential if the scan also reads the preceding page.
   */
  private static double neighbours(QueryShape query) {
    PageEstimates estimates = query.estimates();
    double random = estimates.clustering().randomShare();
    double inOrder = (1 - random) * query.selectivity();
    double distinct = estimates.distinctPages(query.selectivity()) / estimates.pages();
    double anywhere = Math.max(0, distinct - inOrder);
    double reached = random == 0 ? 0 : anywhere / random;
    return distinct == 0 ? 0 : Math.min(1, (inOrder + anywhere * reached) / distinct);
  }

  /** Returns the number of merge passes of a sort. Each pass writes and reads all records. */
  private static int passes(AccessPlan plan, QueryShape query) {
    double memory = Math.floor((double) query.sort().memoryBytes() / query.pageBytes());
    SortConfig sort = query.sort();
    int unit = plan.isPartitioned() ? sort.leastUnitPages() : sort.unitPages();
    double parts = Math.ceil(query.sortedPages() / (memory - sort.unitPages()));
    if (parts <= 1) {
      return 0;
    }
    double together = Math.max(2, Math.floor(memory / unit) - 1);
    double most = plan.isPartitioned() ? together + 1 : together;
    int passes = 1;
    while (most < parts) {
      most *= together;
      passes++;
    }
    return passes;
  }
}
