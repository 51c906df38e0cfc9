package org.flashgrove.access.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the remaining cost of each possible way to read the records of a query. Conditions are
 * assumed to be independent of each other, except for conditions whose RIDs are all known.
 */
final class AccessCosts {
  /** Maximum number of indices among which intersections are sought. */
  private static final int MOST_INTERSECTED = 5;

  private static final Comparator<IndexProbe> BY_RECORDS =
      Comparator.comparingDouble(IndexProbe::records);

  private final TableSnapshot at;
  private final @Nullable QueryWatch watch;
  private final List<IndexProbe> probes = new ArrayList<>();

  /** Probes that were complete when {@link #combined} ran last. */
  private List<IndexProbe> complete = List.of();

  /**
   * RIDs that all probes in {@link #complete} have found, ascending; empty for fewer than two
   * probes.
   */
  private long[] common = {};

  AccessCosts(TableSnapshot at, @Nullable QueryWatch watch) {
    this.at = at;
    this.watch = watch;
  }

  void add(IndexProbe probe) {
    probes.add(probe);
  }

  List<IndexProbe> probes() {
    return probes;
  }

  double pages() {
    return Math.max(1, at.table().pageCount());
  }

  private double size() {
    return Math.max(1, at.size());
  }

  Access fullScan() {
    return new Access(List.of(), at.size(), pages());
  }

  Access single(IndexProbe probe) {
    double records = probe.records();
    double pages =
        probe.isComplete() ? probe.distinctPages() : distinctPages(records, probe.recordsOfPage());
    return new Access(List.of(probe), records, pages);
  }

  /**
   * Returns the expected number of pages that contain at least one of {@code records} records (Yao,
   * <em>Approximating block accesses in database organizations</em>, CACM 1977).
   *
   * @param ofPage average number of these records on a page that has any; more than one if records
   *     near each other are stored together
   */
  private double distinctPages(double records, double ofPage) {
    double draws = Math.max(1, size() / pages() / ofPage);
    return pages() * (1 - Math.pow(1 - Math.min(1, records / size()), draws));
  }

  /**
   * Adds an observation to the statistics of an index: the average number of the probe's records on
   * a page that has any of them. Does nothing if the probe is not complete.
   */
  void observe(IndexProbe probe) {
    double pages = probe.distinctPages() / pages();
    double records = probe.count() / size();
    if (probe.isComplete() && probe.count() > 1 && pages < 1 && records < 1) {
      double draws = Math.log1p(-pages) / Math.log1p(-records);
      probe.statistics().observe(probe.count(), size() / pages() / draws);
    }
  }

  private double share(IndexProbe probe) {
    return Math.min(1, probe.records() / size());
  }

  /**
   * Returns the expected number of pages that still have a record after records are removed at
   * random.
   *
   * @param pages number of pages with records
   * @param share fraction of the records that remain
   */
  private static double thinned(double records, double pages, double share) {
    return pages <= 0 ? 0 : pages * (1 - Math.pow(1 - share, Math.max(1, records / pages)));
  }

  private static boolean canBeCombined(IndexProbe probe) {
    return probe.isComplete()
        || probe instanceof PairProbe
        || probe.isEstimated() && probe.fitsInMemory();
  }

  /** Returns the cheapest intersection of several indices, or null if none is possible. */
  @Nullable Access combined() {
    List<IndexProbe> done = new ArrayList<>();
    List<IndexProbe> others = new ArrayList<>();
    for (IndexProbe each : probes) {
      if (each.isComplete()) {
        done.add(each);
      } else if (canBeCombined(each)) {
        others.add(each);
      }
    }
    done.sort(BY_RECORDS);
    others.sort(BY_RECORDS);
    if (others.size() > MOST_INTERSECTED) {
      others = others.subList(0, MOST_INTERSECTED);
    }
    if (!done.equals(complete)) {
      complete = done;
      common = done.size() < 2 ? new long[0] : CombinedRids.of(done, watch);
    }
    @Nullable Access best = null;
    for (int set = 0; set < 1 << others.size(); set++) {
      List<IndexProbe> by = new ArrayList<>(done);
      for (int i = 0; i < others.size(); i++) {
        if ((set >> i & 1) != 0) {
          by.add(others.get(i));
        }
      }
      if (by.size() > 1 && by.get(0).fitsInMemory()) {
        Access next = intersection(by);
        best = best == null || next.cost() < best.cost() ? next : best;
      }
    }
    return best;
  }

  private Access intersection(List<IndexProbe> by) {
    int known = complete.size();
    double share = 1;
    for (IndexProbe each : by.subList(known, by.size())) {
      share *= share(each);
    }
    if (known > 0) {
      double records = known == 1 ? by.get(0).count() : common.length;
      int pages =
          known == 1 ? by.get(0).distinctPages() : IndexProbe.distinctPages(common, common.length);
      return new Access(by, share * records, thinned(records, pages, share));
    }
    double pages = pages();
    for (IndexProbe each : by) {
      Access alone = single(each);
      double ofOthers = share / Math.max(1e-12, share(each));
      pages = Math.min(pages, thinned(alone.records(), alone.recordPages(), ofOthers));
    }
    return new Access(by, share * size(), pages);
  }

  /**
   * Returns the RIDs of the records that an index scan or an intersection reads, ascending. Reads
   * the indices as far as they have not been read.
   */
  long[] rids(Access access) {
    for (IndexProbe each : access.by()) {
      boolean isStreamed = each instanceof PairProbe && each != access.by().get(0);
      if (!each.isComplete() && !isStreamed) {
        try (each) {
          each.read(Integer.MAX_VALUE, Long.MAX_VALUE);
        }
      }
    }
    return access.by().size() > 1 && access.by().equals(complete)
        ? common
        : CombinedRids.of(access.by(), watch);
  }

  List<Access> all() {
    List<Access> all = new ArrayList<>();
    for (IndexProbe each : probes) {
      all.add(single(each));
    }
    @Nullable Access combined = probes.size() < 2 ? null : combined();
    if (combined != null) {
      all.add(combined);
    }
    all.add(fullScan()); // last, so that another plan of equal cost comes first
    all.sort(Comparator.comparingDouble(Access::cost));
    return all;
  }

  /** Returns the cost of the cheapest way, in pages that are still to be read. */
  double best() {
    double best = pages(); // cost of a full scan
    for (int i = 0; i < probes.size(); i++) {
      best = Math.min(best, single(probes.get(i)).cost());
    }
    @Nullable Access combined = probes.size() < 2 ? null : combined();
    return combined == null ? best : Math.min(best, combined.cost());
  }
}
