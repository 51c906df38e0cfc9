package org.flashgrove.access.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.KeyIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/**
 * Finds the possible ways to read the records of a query, sorted by cost.
 *
 * <p>To estimate the cost of an index, the planner probes the index: it reads the first RIDs that
 * the index finds for the query. If these are all RIDs, the planner knows their record pages, and
 * the query does not read the index again. Otherwise, the inner nodes of a B+-tree give an estimate
 * of the number of remaining RIDs. A spatial index gives no such estimate, so the planner continues
 * to read it. The planner stops reading it when it has read half as many pages as the best other
 * plan costs. It also stops when the candidates are on nearly all record pages. Conditions are
 * assumed to be independent of each other.
 */
final class AccessChoice {
  /** Maximum number of RIDs that an intersection of indices keeps in memory. */
  static final int MOST_COMBINED = 1 << 17;

  private static final int MOST_PROBED = 4_096;

  /** Maximum number of keys in a range that is probed before all other conditions. */
  private static final int FEW_KEYS = 64;

  private static final long MOST_PAGES = 16;

  /**
   * Maximum number of index pages of the first probe of the spatial index: a descent to a leaf and
   * one more page.
   */
  private static final long LOOK_PAGES = 4;

  /**
   * Share of the record pages above which a full scan is as good as a spatial index. It is compared
   * with the share of record pages that contain candidates of the index.
   */
  private static final double NEARLY_ALL = 0.8;

  /** Assumed number of index pages of a descent to one leaf. */
  private static final long LEAF_PAGES = 3;

  /**
   * An index is ruled out if the query needs more leaves of it than this factor times the number of
   * pages that the best plan so far reads.
   */
  private static final double LEAVES_OF_BEST = 2;

  /** Cost in pages below which a plan is accepted without probing other indices. */
  private static final double CHEAP = 12;

  private static final double SHARE_OF_BEST = 0.5;

  private final TableSnapshot at;
  private final ScanQuery query;
  private final @Nullable QueryWatch watch;
  private final boolean isThorough;
  private final List<IndexProbe> probes = new ArrayList<>();
  private final List<Access> all = new ArrayList<>();

  /** Number of pages that probes of the spatial index read before they were abandoned. */
  private long pagesOfLooks;

  /**
   * Probes the indices.
   *
   * @param query the query; its geometry condition already uses the table's metric
   * @param isThorough whether to probe even indices that cannot win, for an explanation
   */
  AccessChoice(TableSnapshot at, ScanQuery query, @Nullable QueryWatch watch, boolean isThorough) {
    this.at = at;
    this.query = query;
    this.watch = watch;
    this.isThorough = isThorough;
    Access full = new Access(List.of(), at.size(), pages());
    probe(full);
    for (IndexProbe each : probes) {
      all.add(single(each));
    }
    @Nullable Access combined = combined();
    if (combined != null) {
      all.add(combined);
    }
    all.add(full); // last, so that another plan of equal cost comes first
    all.sort(Comparator.comparingDouble(Access::cost));
  }

  private double pages() {
    return Math.max(1, at.table().pageCount());
  }

  private double bestOf(Access full) {
    double best = full.recordPages();
    for (IndexProbe each : probes) {
      best = Math.min(best, single(each).cost());
    }
    @Nullable Access combined = combined();
    return combined == null ? best : Math.min(best, combined.cost());
  }

  /**
   * Returns a probe for each B+-tree on whose keys the query has a condition. Probes that probably
   * find few RIDs come first.
   */
  private List<PairProbe> asked() {
    List<PairProbe> asked = new ArrayList<>();
    for (TableIndex each : at.indices().all()) {
      PairRanges ranges = rangesOf(each);
      if (ranges != null) {
        asked.add(new PairProbe((PairIndex) each, at, ranges));
      }
    }
    if (asked.size() > 1) {
      asked.sort(Comparator.comparingInt(this::rank));
    }
    return asked;
  }

  /**
   * Reads one leaf of each index, and then further leaves of the index that finds the fewest RIDs.
   */
  private void probePairs(List<PairProbe> asked, Access full) {
    for (PairProbe each : asked) {
      double best = bestOf(full);
      if (isThorough || best > CHEAP) {
        if (!isThorough) {
          each.stopCountingAt((long) (LEAVES_OF_BEST * best));
        }
        each.read(MOST_PROBED, LEAF_PAGES);
        probes.add(each);
        completeBest();
      }
    }
  }

  private int rank(PairProbe probe) {
    boolean isOfFewKeys =
        probe.index() instanceof KeyIndex && query.toKey() - query.fromKey() < FEW_KEYS;
    return isOfFewKeys ? 0 : probe.ranges().isOfPoints() ? 1 : 2;
  }

  /**
   * Completes the probe that finds the fewest RIDs, if few pages are left to read. The best plan
   * uses the index of this probe in any case, so reading it is no extra cost.
   */
  private void completeBest() {
    IndexProbe best =
        probes.stream().min(Comparator.comparingDouble(IndexProbe::records)).orElseThrow();
    if (best instanceof PairProbe && !best.isComplete() && best.pagesLeft() <= MOST_PAGES) {
      best.read(MOST_PROBED, Long.MAX_VALUE);
    }
  }

  /** Returns the key ranges of an index, or null if the conditions do not restrict its keys. */
  private @Nullable PairRanges rangesOf(TableIndex index) {
    if (index instanceof KeyIndex keys) {
      return query.hasAllKeys()
          ? null
          : PairRanges.of(keys, at, WordRanges.of(query.fromKey(), query.toKey()));
    }
    return index instanceof AttributeIndex of && query.filter() != null
        ? PairRanges.of(of, at, query)
        : null;
  }

  private void probe(Access full) {
    List<PairProbe> asked = asked();
    int few = 0;
    while (few < asked.size() && rank(asked.get(few)) == 0) {
      few++;
    }
    probePairs(asked.subList(0, few), full);
    GeometryIndex index = at.indices().ofGeometry();
    GeometryTest question = query.geometry();
    if (index == null || question == null) {
      probePairs(asked.subList(few, asked.size()), full);
      return;
    }
    try (BoxProbe boxes = new BoxProbe(index, at, question, watch)) {
      if (asked.isEmpty()) {
        boxes.stopAt(NEARLY_ALL * pages());
        boxes.read(MOST_COMBINED, Long.MAX_VALUE);
        probes.add(boxes);
        return;
      }
      if (bestOf(full) > CHEAP) {
        boxes.read(MOST_COMBINED, LOOK_PAGES);
      }
      if (boxes.isComplete()) {
        probes.add(boxes);
      }
      probePairs(asked.subList(few, asked.size()), full);
      if (!boxes.isComplete()) {
        readOn(boxes, full);
      }
    }
  }

  private void readOn(BoxProbe boxes, Access full) {
    double best = bestOf(full);
    if (best > CHEAP || isThorough) {
      if (best > NEARLY_ALL * full.recordPages()) {
        boxes.stopAt(NEARLY_ALL * pages());
      }
      boxes.read(MOST_COMBINED, (long) (SHARE_OF_BEST * best));
    }
    if (boxes.isComplete() || isThorough) {
      probes.add(boxes);
    } else {
      pagesOfLooks += boxes.pagesRead();
    }
  }

  private Access single(IndexProbe probe) {
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
    double size = Math.max(1, at.size());
    double draws = Math.max(1, size / pages() / ofPage);
    return pages() * (1 - Math.pow(1 - Math.min(1, records / size), draws));
  }

  /**
   * Intersects the RIDs of the most selective index with the RIDs of further indices. Adds an index
   * only if it saves more record pages than reading the index costs. Returns null if no index was
   * added.
   */
  private @Nullable Access combined() {
    if (probes.size() < 2) {
      return null;
    }
    List<IndexProbe> usable =
        probes.stream()
            .filter(AccessChoice::canBeCombined)
            .sorted(Comparator.comparingDouble(IndexProbe::records))
            .toList();
    if (usable.size() < 2 || !usable.get(0).fitsInMemory()) {
      return null;
    }
    Access combined = single(usable.get(0));
    for (IndexProbe each : usable.subList(1, usable.size())) {
      double records = combined.records() * Math.min(1, each.records() / Math.max(1, at.size()));
      double pages = Math.min(combined.recordPages(), distinctPages(records, 1));
      if (combined.recordPages() - pages > each.pagesLeft()) {
        List<IndexProbe> by = new ArrayList<>(combined.by());
        by.add(each);
        combined = new Access(by, records, pages);
      }
    }
    return combined.by().size() > 1 ? combined : null;
  }

  private static boolean canBeCombined(IndexProbe probe) {
    return probe.isComplete() || probe instanceof PairProbe;
  }

  /** Returns all ways to read the records, the cheapest first. */
  List<Access> all() {
    return all;
  }

  Access best() {
    return all.get(0);
  }

  /** Returns the probe of an index, or null if the index was not probed. */
  @Nullable IndexProbe probeOf(TableIndex index) {
    return probes.stream().filter(each -> each.index() == index).findFirst().orElse(null);
  }

  /** Returns the estimated number of records that satisfy all conditions on indexed attributes. */
  double passing() {
    double size = Math.max(1, at.size());
    double passing = at.size();
    for (IndexProbe each : probes) {
      passing *= Math.min(1, each.records() / size);
    }
    return passing;
  }

  /** Returns the number of index pages that all probes have read. */
  long pagesRead() {
    long pages = pagesOfLooks;
    for (IndexProbe each : probes) {
      pages += each.pagesRead();
    }
    return pages;
  }
}
