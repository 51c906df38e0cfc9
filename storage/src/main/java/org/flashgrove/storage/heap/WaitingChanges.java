package org.flashgrove.storage.heap;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.ObjLongConsumer;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Changes of records whose pages are not in memory. The changes wait until {@link #apply}, which
 * reads their pages together. This costs less than one device call per page. Changes of a page are
 * applied in the order in which they were added.
 *
 * @param <C> a change of a record
 */
public final class WaitingChanges<C> {
  /** Number of changes that are applied together, which is also the number of pages read. */
  private static final int MOST = 64;

  /** The page cache must have room for this many times the pages that are read together. */
  private static final int LEAST_ROOM = 4;

  private final HeapFile records;
  private final ObjLongConsumer<C> change;
  private final ArrayDeque<C> changes = new ArrayDeque<>();
  private final long[] rids = new long[MOST];
  private int end;
  private boolean hasFailed;

  /**
   * Creates an empty list.
   *
   * @param records the heap file of the records, which an open operation changes
   * @param change changes a record, given the change and the record's RID
   */
  public WaitingChanges(HeapFile records, ObjLongConsumer<C> change) {
    this.records = records;
    this.change = change;
  }

  /**
   * Returns whether a change of a record should wait, because its page must be read first or other
   * changes of the page wait.
   *
   * @param rid the record, or a negative number for none
   */
  public boolean shouldAdd(long rid) {
    for (int i = 0; i < end; i++) {
      if (Rid.page(rids[i]) == Rid.page(rid)) {
        return true;
      }
    }
    return rid >= 0 && records.mustRead(rid, LEAST_ROOM * MOST);
  }

  /**
   * Adds a change. If enough changes wait, applies all of them.
   *
   * @param atOnce whether to apply all changes in any case
   */
  public void add(long rid, C added, boolean atOnce) {
    rids[end++] = rid;
    changes.add(added);
    if (atOnce || end == MOST) {
      apply();
    }
  }

  /** Applies all changes. If one of them fails, the list cannot be used again. */
  public void apply() {
    hasFailed = true; // until all changes are applied
    if (end > 1) {
      records.prefetch(Arrays.copyOf(rids, end));
    }
    for (int i = 0; i < end; i++) {
      change.accept(changes.remove(), rids[i]);
    }
    end = 0;
    hasFailed = false;
  }

  /** Returns whether {@link #apply} has failed. Then some changes are lost. */
  public boolean hasFailed() {
    return hasFailed;
  }
}
