package org.flashgrove.access.join;

import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.core.geometry.Metric;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.QueryWatch;
import org.flashgrove.core.index.VisitResult;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a table without an index on its geometries. The only query returns all entries, in
 * the order of their RIDs. For one thread.
 *
 * @param records reads the records
 * @param metric the metric of the join
 * @param size number of records
 * @param admitted sorted RIDs of the records to read; null for all
 */
record HeapEntries(RecordFetch records, Metric metric, long size, long @Nullable [] admitted)
    implements EntrySnapshot {
  @Override
  public long scan(EntryQuery query, @Nullable EntrySink sink) {
    long visited = 0;
    try (EntryCursor all = open(query)) {
      while (all.next()) {
        visited++;
        boolean isLast =
            sink != null
                && sink.found(all.id(), all.minX(), all.minY(), all.maxX(), all.maxY(), Double.NaN)
                    == VisitResult.STOP;
        if (isLast) {
          break;
        }
      }
    }
    return visited;
  }

  @Override
  public EntryCursor open(EntryQuery query) {
    if (query.isNearest() || query.test() != EntryQuery.all().test()) {
      throw new IllegalStateException(query + ": the table has no index");
    }
    QueryWatch watch = query.watch();
    RecordPages pages = records.pages(admitted, false, 1 << 12, () -> QueryWatch.check(watch));
    pages.start(0, records.lastPage());
    return new Cursor(pages, watch);
  }

  private static final class Cursor implements EntryCursor {
    private final RecordPages pages;
    private final @Nullable QueryWatch watch;
    private int at = -1;

    Cursor(RecordPages pages, @Nullable QueryWatch watch) {
      this.pages = pages;
      this.watch = watch;
    }

    @Override
    public boolean next() {
      if (++at >= pages.entries().count()) {
        QueryWatch.check(watch);
        at = 0;
        return pages.next();
      }
      return true;
    }

    @Override
    public long id() {
      return pages.entries().id(at);
    }

    @Override
    public double minX() {
      return pages.entries().minX(at);
    }

    @Override
    public double minY() {
      return pages.entries().minY(at);
    }

    @Override
    public double maxX() {
      return pages.entries().maxX(at);
    }

    @Override
    public double maxY() {
      return pages.entries().maxY(at);
    }

    @Override
    public void close() {
      // the snapshot owns all resources
    }
  }
}
