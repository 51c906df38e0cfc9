package org.flashgrove.access.plan;

import java.util.Set;
import org.flashgrove.access.filter.WordRanges;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.sort.AttributeSort;
import org.flashgrove.access.sort.ExternalSort;
import org.flashgrove.access.sort.HeapSort;
import org.flashgrove.access.sort.KeyMarks;
import org.flashgrove.access.sort.LargeSort;
import org.flashgrove.access.sort.PartitionedSort;
import org.flashgrove.access.sort.SortConfig;
import org.flashgrove.access.structure.Internals;
import org.flashgrove.access.table.AttributeIndex;
import org.flashgrove.access.table.PairIndex;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableIndex;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.temporary.TemporarySpace;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the records of a query by key or by an attribute. An external sort can partition the
 * records if an index tells the distribution of the sort values. Otherwise it merges sorted runs.
 */
public final class TableSort {
  private static final double SLACK = 1.03;
  private static final int PAGE_HEAD_BYTES = 64;

  /** Bytes that a page needs for a record in addition to its body. */
  private static final int CELL_BYTES = 13;

  private final TableSnapshot at;
  private final Table table;
  private final ScanQuery query;
  private final RecordOrder order;

  /** Creates a sort of the records that a query finds at a snapshot. */
  public TableSort(TableSnapshot at, ScanQuery query, RecordOrder order) {
    this.at = at;
    table = at.table();
    this.query = query;
    this.order = order;
  }

  private boolean isAscendingByKey() {
    return order.isOfKeys() && !order.isDescending();
  }

  /**
   * Sorts on the heap, or in temporary space if the records do not fit in memory.
   *
   * @param records records to sort; closed with the result
   * @param most maximum number of records that the run needs
   * @param heapBytes memory of the sort on the heap, in bytes
   * @param large settings of the sort in temporary space
   */
  public RecordCursor onHeap(RecordCursor records, long most, long heapBytes, LargeSort large) {
    LargeSort larger =
        new LargeSort(
            large.space(),
            large.config(),
            space -> knowsSpread() ? marks(large.config(), space) : null);
    return isAscendingByKey()
        ? new HeapSort(records, most, heapBytes, larger)
        : AttributeSort.onHeap(records, at.schema(), order, most, heapBytes, larger);
  }

  /**
   * Sorts in temporary space.
   *
   * @param records records to sort; closed with the result
   * @param isPartitioned whether to partition the records by the distribution in an index
   * @throws SpecException if {@code isPartitioned} is true and no index tells the distribution
   */
  public RecordCursor external(
      RecordCursor records, boolean isPartitioned, SortConfig config, TemporarySpace space) {
    boolean begun = false;
    try {
      @Nullable KeyMarks marks = isPartitioned ? marks(config, space) : null;
      RecordCursor sorted = external(records, marks, config, space);
      begun = true;
      return sorted;
    } finally {
      if (!begun) {
        records.close();
      }
    }
  }

  private RecordCursor external(
      RecordCursor records, @Nullable KeyMarks marks, SortConfig config, TemporarySpace space) {
    if (!isAscendingByKey()) {
      return AttributeSort.of(records, at.schema(), order, marks, config, space);
    }
    return marks == null
        ? new ExternalSort(records, config, space)
        : new PartitionedSort(records, marks, config, space);
  }

  /**
   * Returns whether an index tells the distribution of the sort values of the query's records. This
   * is never so if the query has conditions on geometries or on attributes other than the sort
   * attribute.
   */
  public boolean knowsSpread() {
    if (query.geometry() != null || spreadIndex() == null) {
      return false;
    }
    Set<String> asked = query.filter() == null ? Set.of() : query.filter().attributes();
    return order.isOfKeys()
        ? asked.isEmpty()
        : query.hasAllKeys() && (asked.isEmpty() || asked.equals(Set.of(order.attribute())));
  }

  private @Nullable PairIndex spreadIndex() {
    if (order.isOfKeys()) {
      return table.keyIndex();
    }
    for (TableIndex each : table.indices()) {
      if (each instanceof AttributeIndex of
          && of.hasWords()
          && at.indices().all().contains(of)
          && of.attribute().name().equals(order.attribute())) {
        return of;
      }
    }
    return null;
  }

  private KeyMarks marks(SortConfig config, TemporarySpace space) {
    PairIndex index = spreadIndex();
    if (index == null) {
      throw new SpecException(
          "sort ps: the table has no index on "
              + (order.isOfKeys() ? "the key" : "attribute '" + order.attribute() + "'")
              + "; use sort es, or add an index bplus on it");
    }
    long from = query.fromKey();
    long to = query.toKey();
    if (index instanceof AttributeIndex of) {
      WordRanges words = TableScan.words(of, query);
      if (words == null || words.count() == 0) {
        words = WordRanges.ALL;
      }
      from = words.from(0);
      to = words.to(words.count() - 1);
    }
    int body = bodyBytes() + (isAscendingByKey() ? 0 : AttributeSort.KEY_BYTES);
    KeyMarks marks =
        KeyMarks.of(Internals.tree(index.words()), from, to, config, body, space.pageSize());
    return order.isDescending() ? marks.reversed() : marks;
  }

  private int bodyBytes() {
    long records = Math.max(1, table.size());
    long bytes = table.pageCount() * (table.store().design().pageSize() - PAGE_HEAD_BYTES);
    double body = SLACK * ((double) bytes / records - CELL_BYTES);
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE / 2, body));
  }
}
