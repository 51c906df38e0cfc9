package org.flashgrove.access.join;

import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.index.QueryWatch;
import org.jspecify.annotations.Nullable;

/** Selects the records of a table that take part in a join. */
@FunctionalInterface
public interface RecordSelection {
  /**
   * Opens a cursor over the selected records, in any order. The join closes the cursor before the
   * snapshot.
   *
   * @param watch ends the join on a timeout or a cancellation; null for none
   */
  RecordCursor open(TableSnapshot at, @Nullable QueryWatch watch);
}
