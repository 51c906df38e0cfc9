package org.flashgrove.indexes.query;

import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySource;
import org.flashgrove.core.index.EntryVisitor;
import org.flashgrove.core.index.VisitResult;

/**
 * The entries of one side of a join. For one thread.
 *
 * @param entries all entries
 * @param admitted selects the ids that take part in the join
 * @param most maximum number of entries that take part
 * @param cancelled ends a scan with an exception when it holds
 */
public record JoinedEntries(
    EntrySource entries, LongPredicate admitted, long most, BooleanSupplier cancelled) {
  /** Returns whether an entry takes part in the join. */
  public boolean admits(long id) {
    return admitted.test(id);
  }

  /** Returns a cursor over all entries, including those that do not take part. */
  public EntryCursor cursor() {
    return entries.cursor(query());
  }

  /** Visits the entries that take part. */
  public void scan(EntryVisitor visitor) {
    entries.scan(
        query(),
        (id, minX, minY, maxX, maxY, none) -> {
          if (admits(id)) {
            visitor.visit(id, minX, minY, maxX, maxY);
          }
          return VisitResult.CONTINUE;
        });
  }

  private EntryQuery query() {
    return EntryQuery.all().cancelWhen(cancelled);
  }
}
