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
import org.flashgrove.indexes.statistics.IndexEstimate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the possible ways to read the records of a query, sorted by cost.
 *
 * <p>If the query can use several indices, their statistics give the costs without reading a page.
 * A run then reads the indices of the cheapest way one after the other. After each index, it knows
 * more RIDs and estimates the costs again. So it leaves out an index that no longer saves pages.
 *
 * <p>If an index has no statistics yet, the planner probes the index: it reads the first RIDs that
 * the index finds for the query. If the index finds no further RIDs, the planner knows all their
 * record pages, and the query does not read the index again. Otherwise, the inner nodes of a
 * B+-tree give an estimate of the number of remaining RIDs. A spatial index gives no such estimate,
 * so the planner continues to read it. The planner stops reading it when it has read half as many
 * pages as the best other plan costs. It also stops when the candidates are on nearly all record
 * pages.
 */
final class AccessChoice {
  /** Maximum number of RIDs that an intersection of indices keeps in memory. */
  static final int MOST_COMBINED = 1 << 17;

  private static final int MOST_PROBED = 4_096;

  /** A key range with at most this many keys is probed before all other conditions. */
  private static final int FEW_KEYS = 64;

  private static final long MOST_PAGES = 16;

  /**
   * Maximum number of index pages of the first probe of the spatial index: a descent to a leaf and
   * one more page.
   */
  private static final long LOOK_PAGES = 4;

  /**
   * If the candidates of a spatial index are on more than this share of the record pages, a full
   * scan is as good as the index.
   */
  private static final double NEARLY_ALL = 0.8;

  /** Assumed number of index pages of a descent to one leaf. */
  private static final long LEAF_PAGES = 3;

  /**
   * An index is not used if the query needs too many of its leaves: more than this factor times the
   * number of pages that the best plan so far reads.
   */
  private static final double LEAVES_OF_BEST = 2;

  /** Cost in pages below which a plan is accepted without probing other indices. */
  private static final double CHEAP = 12;

  private static final double SHARE_OF_BEST = 0.5;

  /** Maximum number of pages to read of an index, as a multiple of the estimate. */
  private static final double MOST_OF_ESTIMATE = 1.5;

  private final TableSnapshot at;
  private final ScanQuery query;
  private final @Nullable QueryWatch watch;
  private final boolean isThorough;
  private final AccessCosts costs;
  private final int indices;
  private List<Access> all;

  /**
   * Number of pages read for statistics, and by probes of the spatial index that were abandoned.
   */
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
    costs = new AccessCosts(at, watch);
    List<PairProbe> asked = asked();
    @Nullable BoxProbe boxes = boxes();
    indices = asked.size() + (boxes == null ? 0 : 1);
    if (indices < 2 || isThorough || !estimate(asked, boxes)) {
      probe(asked, boxes);
    }
    all = costs.all();
  }

  /**
   * Returns a probe for each B+-tree on whose keys the query has a condition. Probes that are
   * expected to find few RIDs come first.
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
   * Reads one leaf for each probe, and then further leaves for the probe that finds the fewest
   * RIDs.
   */
  private void probePairs(List<PairProbe> asked) {
    for (PairProbe each : asked) {
      double best = costs.best();
      if (isThorough || best > CHEAP) {
        if (!isThorough) {
          each.stopCountingAt((long) (LEAVES_OF_BEST * best));
        }
        each.read(MOST_PROBED, LEAF_PAGES);
        costs.add(each);
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
        costs.probes().stream().min(Comparator.comparingDouble(IndexProbe::records)).orElseThrow();
    boolean isProbed = best instanceof PairProbe && !best.isEstimated();
    if (isProbed && !best.isComplete() && best.pagesLeft() <= MOST_PAGES) {
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

  private void probe(List<PairProbe> asked, @Nullable BoxProbe box) {
    int few = 0;
    while (few < asked.size() && rank(asked.get(few)) == 0) {
      few++;
    }
    probePairs(asked.subList(0, few));
    if (box == null) {
      probePairs(asked.subList(few, asked.size()));
      return;
    }
    try (BoxProbe boxes = box) {
      if (asked.isEmpty()) {
        boxes.stopAt(NEARLY_ALL * costs.pages());
        boxes.readAtOnce(MOST_COMBINED);
        costs.add(boxes);
        return;
      }
      if (costs.best() > CHEAP) {
        boxes.read(MOST_COMBINED, LOOK_PAGES);
      }
      if (boxes.isComplete()) {
        costs.add(boxes);
      }
      probePairs(asked.subList(few, asked.size()));
      if (!boxes.isComplete()) {
        readOn(boxes);
      }
    }
  }

  private void readOn(BoxProbe boxes) {
    double best = costs.best();
    if (best > CHEAP || isThorough) {
      if (best > NEARLY_ALL * costs.pages()) {
        boxes.stopAt(NEARLY_ALL * costs.pages());
      }
      boxes.read(MOST_COMBINED, (long) (SHARE_OF_BEST * best));
    }
    if (boxes.isComplete() || isThorough) {
      costs.add(boxes);
    } else {
      pagesOfLooks += boxes.pagesRead();
    }
  }

  private @Nullable BoxProbe boxes() {
    GeometryIndex index = at.indices().ofGeometry();
    GeometryTest question = query.geometry();
    return index == null || question == null ? null : new BoxProbe(index, at, question, watch);
  }

  /**
   * Estimates costs from the statistics of the indices. Probes each B+-tree without statistics.
   * Returns false and does nothing if the statistics do not suffice.
   */
  private boolean estimate(List<PairProbe> asked, @Nullable BoxProbe boxes) {
    @Nullable IndexEstimate ofBoxes = boxes == null ? null : boxes.estimated();
    if (boxes != null && ofBoxes == null) {
      return false;
    }
    List<PairProbe> unknown = new ArrayList<>();
    for (PairProbe each : asked) {
      IndexEstimate estimate = each.estimated();
      if (estimate == null) {
        unknown.add(each);
      } else {
        each.use(estimate);
        costs.add(each);
      }
    }
    if (boxes != null && ofBoxes != null) {
      boxes.use(ofBoxes);
      costs.add(boxes);
    } else if (unknown.size() == asked.size()) {
      return false;
    }
    probePairs(unknown);
    return true;
  }

  List<Access> all() {
    return all;
  }

  Access best() {
    return all.get(0);
  }

  /**
   * Returns the way by which a run reads the records. Reads indices of the best way, and decides
   * again after each index whether another way is better now.
   */
  Access settled() {
    if (costs.probes().size() > 1) {
      try {
        IndexProbe next = next(best());
        while (next != null) {
          QueryWatch.check(watch);
          readMore(next);
          all = costs.all();
          next = next(best());
        }
      } finally {
        costs.probes().forEach(IndexProbe::close);
      }
    }
    for (IndexProbe each : costs.probes()) {
      costs.observe(each);
    }
    if (indices > 1 && !isThorough) {
      double cost = best().cost() + pagesRead();
      for (TableIndex each : at.indices().all()) {
        pagesOfLooks += each.learn(at, cost);
      }
    }
    return best();
  }

  /** Returns the index that a run of a plan reads next, or null if it reads records next. */
  private @Nullable IndexProbe next(Access plan) {
    @Nullable IndexProbe next = null;
    double least = Double.MAX_VALUE;
    for (IndexProbe each : plan.by()) {
      if (!each.isComplete() && each.isEstimated() && each.fitsInMemory()) {
        double cost = costs.single(each).cost();
        if (next == null || cost < least) {
          next = each;
          least = cost;
        }
      }
    }
    return next;
  }

  /**
   * Reads an index until it has no more RIDs, or until a limit above the estimated number of pages
   * is reached. Then corrects the estimate.
   */
  private void readMore(IndexProbe probe) {
    double most = MOST_OF_ESTIMATE * probe.pagesLeft() + LEAF_PAGES;
    probe.read(MOST_COMBINED, probe.pagesRead() + (long) most);
    probe.correctEstimate();
  }

  /**
   * Returns the RIDs of the records to read, in ascending order.
   *
   * @param access a way to read records that uses at least one index
   */
  long[] rids(Access access) {
    return costs.rids(access);
  }

  /** Returns the probe of an index, or null if the index was not probed. */
  @Nullable IndexProbe probeOf(TableIndex index) {
    return costs.probes().stream().filter(each -> each.index() == index).findFirst().orElse(null);
  }

  /** Returns the estimated number of records that satisfy all conditions on indexed attributes. */
  double passing() {
    double size = Math.max(1, at.size());
    double passing = at.size();
    for (IndexProbe each : costs.probes()) {
      passing *= Math.min(1, each.records() / size);
    }
    return passing;
  }

  long pagesRead() {
    long pages = pagesOfLooks;
    for (IndexProbe each : costs.probes()) {
      pages += each.pagesRead();
    }
    return pages;
  }
}
