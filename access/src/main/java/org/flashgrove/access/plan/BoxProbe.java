package org.flashgrove.access.plan;

import org.flashgrove.access.cost.IndexStatistics;
import org.flashgrove.access.table.GeometryIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.RectangleQuery;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.index.VisitResult;
import org.flashgrove.indexes.statistics.BoxHistogram;
import org.flashgrove.indexes.statistics.IndexEstimate;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;

/**
 * Probe of a spatial index. The order of the entries in a spatial index does not allow an estimate
 * of the number that match. So the probe knows only the candidates that it has read.
 */
final class BoxProbe extends IndexProbe {
  /** Assumed total number of candidates, as a multiple of the candidates read so far. */
  private static final double UNREAD = 4;

  private final GeometryIndex index;
  private final TableSnapshot at;
  private final GeometryTest question;
  private final @Nullable QueryWatch watch;
  private double enoughPages = Double.MAX_VALUE;
  private @Nullable EntryCursor entries;

  BoxProbe(
      GeometryIndex index, TableSnapshot at, GeometryTest question, @Nullable QueryWatch watch) {
    super(index);
    this.index = index;
    this.at = at;
    this.question = question;
    this.watch = watch;
  }

  /**
   * Sets the number of record pages at which the probe may stop. If the candidates are on that many
   * pages, a full scan is as good as the index.
   */
  void stopAt(double pages) {
    enoughPages = pages;
  }

  @Override
  void read(int mostRids, long mostPages) {
    EntryCursor open = entries;
    if (open == null) {
      open = opened(mostPages == Long.MAX_VALUE);
      entries = open;
    }
    while (!isComplete()
        && count() < mostRids
        && pagesRead() < mostPages
        && (count() < enoughPages || distinctPages() < enoughPages)) {
      if (open.next()) {
        add(open.id());
      } else {
        complete();
      }
    }
  }

  /**
   * Reads RIDs like {@link #read} without a limit of index pages, but in a single search. It needs
   * no cursor, whose buffers cost more than a search with few results. The caller must not call
   * {@link #read} for the same probe.
   */
  void readAtOnce(int mostRids) {
    boolean[] isStopped = {false};
    EntrySink sink =
        (rid, minX, minY, maxX, maxY, distance) -> {
          QueryWatch.check(watch);
          add(rid);
          isStopped[0] =
              count() >= mostRids || count() >= enoughPages && distinctPages() >= enoughPages;
          return isStopped[0] ? VisitResult.STOP : VisitResult.CONTINUE;
        };
    index.at(at, true, this::looked).scan(watched(), sink);
    if (!isStopped[0]) {
      complete();
    }
  }

  private EntryCursor opened(boolean isReadToTheEnd) {
    return index.at(at, isReadToTheEnd, this::looked).cursor(watched());
  }

  private EntryQuery watched() {
    EntryQuery query = EntryQuery.matching(question.candidates(), question.envelope()).idsOnly();
    QueryWatch of = watch;
    return of == null
        ? query
        : query.cancelWhen(
            () -> {
              of.check();
              return false;
            });
  }

  @Override
  public void close() {
    if (entries != null) {
      entries.close();
      entries = null;
    }
  }

  @Override
  @Nullable IndexEstimate estimated() {
    BoxHistogram boxes = index.statistics().histogram(index.size(at));
    return boxes == null ? null : boxes.estimate(asked());
  }

  private RectangleQuery asked() {
    Envelope box = question.envelope();
    return at.table()
        .metric()
        .query(question.candidates(), box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
  }

  @Override
  IndexStatistics<BoxHistogram> statistics() {
    return index.statistics();
  }

  @Override
  double extrapolatedRecords() {
    boolean isOfNearlyAllPages = distinctPages() >= enoughPages;
    return isOfNearlyAllPages ? at.size() : Math.min(at.size(), Math.max(1, UNREAD * count()));
  }

  @Override
  double extrapolatedPages() {
    return Math.max(1, (UNREAD - 1) * pagesRead());
  }
}
