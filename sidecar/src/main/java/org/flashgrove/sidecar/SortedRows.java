package org.flashgrove.sidecar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.row.RowFile;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a query in an order. Holds the row number and the value of each of these rows
 * in memory, and reads the other attributes of the rows in batches.
 */
final class SortedRows {
  /** Maximum number of rows that are read and held in memory at a time. */
  private static final int MOST_ROWS = 1 << 12;

  /**
   * Row of the result.
   *
   * @param value value to sort by, or null; bytes stand for a text
   */
  private record Sorted(long row, @Nullable Object value) {}

  private final RowFile rows;
  private final Comparator<Sorted> order;
  private final PriorityQueue<Sorted> found;
  private final long limit;

  /**
   * Starts with an empty result.
   *
   * @param limit maximum number of rows
   */
  SortedRows(RowFile rows, RecordOrder order, long limit) {
    this.rows = rows;
    this.limit = limit;
    Comparator<Object> values = order.isDescending() ? BY_VALUE.reversed() : BY_VALUE;
    this.order =
        Comparator.comparing(Sorted::value, Comparator.nullsLast(values))
            .thenComparingLong(Sorted::row);
    found = new PriorityQueue<>(this.order.reversed());
  }

  private static final Comparator<Object> BY_VALUE = SortedRows::compare;

  @SuppressWarnings({"unchecked", "rawtypes"}) // both values are of the type of the attribute
  private static int compare(Object one, Object other) {
    return one instanceof byte[] bytes
        ? Arrays.compareUnsigned(bytes, (byte[]) other)
        : ((Comparable) one).compareTo(other);
  }

  /** Returns the attributes that an order needs. */
  static Set<String> attributesOf(RecordOrder order) {
    return order.attribute() == null ? Set.of() : Set.of(order.attribute());
  }

  /** Adds a row, unless enough rows come before it. */
  void add(long row, @Nullable Object value) {
    if (limit == 0) {
      return;
    }
    Object kept = value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : value;
    Sorted added = new Sorted(row, kept);
    if (found.size() < limit) {
      found.add(added);
    } else if (order.compare(added, found.element()) < 0) {
      found.remove();
      found.add(added);
    }
  }

  /** Passes the features of all rows to a consumer, in order. Returns their number. */
  long forEach(Consumer<IndexedFeature> consumer) {
    List<Sorted> sorted = new ArrayList<>(found);
    sorted.sort(order);
    for (int from = 0; from < sorted.size(); from += MOST_ROWS) {
      long[] part =
          sorted.subList(from, Math.min(sorted.size(), from + MOST_ROWS)).stream()
              .mapToLong(Sorted::row)
              .toArray();
      Map<Long, IndexedFeature> features = read(part);
      for (long row : part) {
        consumer.accept(features.get(row));
      }
    }
    return sorted.size();
  }

  private Map<Long, IndexedFeature> read(long[] numbers) {
    Map<Long, IndexedFeature> features = new HashMap<>();
    long[] ascending = LongStream.of(numbers).sorted().toArray();
    try (FeatureCursor cursor = rows.rows(ascending)) {
      for (long row : ascending) {
        FeatureMatches.requireNext(cursor, false);
        features.put(row, IndexedFeature.of(row, cursor));
      }
    }
    return features;
  }
}
