package org.flashgrove.sidecar;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.flashgrove.access.filter.Filter;
import org.flashgrove.access.record.RecordOrder;
import org.flashgrove.core.geometry.GeometryQuery;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.index.EntryQuery;
import org.jspecify.annotations.Nullable;

/**
 * Query of an indexed file. The index finds the rows that may match.
 *
 * <p>Several tasks can answer a query together. Each task opens the file and its index, and reads a
 * part of the rows. Tasks must compare {@link FileIndex#version} first, because the row numbers of
 * a part belong to one version of the file.
 *
 * @param index the file and its index
 * @param test a spatial test; null for none
 * @param filter condition on attributes; null for none
 * @param needsGeometry whether to leave out rows without a geometry; a spatial test always does
 */
public record IndexedQuery(
    FileIndex index, @Nullable GeometryTest test, @Nullable Filter filter, boolean needsGeometry) {
  /** The part that has all rows. */
  public static final Part ALL = new Part(0, Long.MAX_VALUE);

  /** The part that has no rows. */
  public static final Part NONE = new Part(0, 0);

  /**
   * Range of rows.
   *
   * @param first number of the first row, from 0
   * @param end number of the row after the last row
   */
  public record Part(long first, long end) implements Serializable {
    /** Returns how many rows of a run this part has. */
    long lengthOf(long entry) {
      long begin = Math.max(first, RowRuns.firstRow(entry));
      return Math.max(0, Math.min(end, RowRuns.firstRow(entry) + RowRuns.length(entry)) - begin);
    }
  }

  /** Returns whether the query reads all rows, so that the index need not name them. */
  private boolean readsAll() {
    return test == null && (!needsGeometry || index.size() == index.rowCount());
  }

  /** Returns the numbers of the rows that may match, ascending. */
  private long[] candidates(Part part) {
    if (readsAll()) {
      return LongStream.range(part.first, Math.min(part.end, index.rowCount())).toArray();
    }
    RowNumbers found = new RowNumbers();
    index.store().forEach(query(), (entry, minX, minY, maxX, maxY) -> found.addRun(entry, part));
    return found.ascending();
  }

  private EntryQuery query() {
    return test == null
        ? EntryQuery.all()
        : EntryQuery.matching(new RunTest(test.candidates()), test.envelope());
  }

  /** Returns the number of rows that may match. */
  public long candidateCount() {
    if (readsAll()) {
      return index.rowCount();
    }
    long[] count = new long[1];
    index
        .store()
        .forEach(query(), (entry, minX, minY, maxX, maxY) -> count[0] += RowRuns.length(entry));
    return count[0];
  }

  /** Returns whether {@link #count} needs only the index. */
  public boolean countsWithoutReading() {
    return test == null && filter == null;
  }

  /**
   * Divides the rows that may match into parts with similar numbers of these rows.
   *
   * @param most maximum number of parts, at least 1
   * @return the parts in the order of the file; none if no row can match
   */
  public List<Part> parts(int most) {
    long[] rows = readsAll() ? null : candidates(ALL);
    long count = rows == null ? index.rowCount() : rows.length;
    long size = (count + most - 1) / most;
    List<Part> parts = new ArrayList<>();
    for (long from = 0; from < count; from += size) {
      long last = Math.min(count, from + size) - 1;
      parts.add(
          rows == null
              ? new Part(from, last + 1)
              : new Part(rows[(int) from], rows[(int) last] + 1));
    }
    return parts;
  }

  /**
   * Opens a cursor over the matching features of a part, in the order of the file. The index must
   * stay open until the cursor is closed, and answers no other query meanwhile.
   *
   * @throws IllegalArgumentException if the filter does not fit the attributes of the file
   */
  public FeatureMatches cursor(Part part) {
    return cursor(part, null);
  }

  /**
   * Opens a cursor that reads only some attributes.
   *
   * @param attributes names of the attributes; null for all
   */
  public FeatureMatches cursor(Part part, @Nullable Set<String> attributes) {
    return new FeatureMatches(
        index.rows(), test, filter, candidates(part), hasGeometry(), attributes);
  }

  private boolean hasGeometry() {
    return test != null || needsGeometry;
  }

  /**
   * Finds the first matching features in the order of the file.
   *
   * @param limit maximum number of features
   * @param consumer receives each feature
   * @return number of features found
   */
  public long forEach(long limit, Consumer<IndexedFeature> consumer) {
    try (FeatureMatches found = cursor(ALL)) {
      long count = 0;
      while (count < limit && found.next()) {
        consumer.accept(found.feature());
        count++;
      }
      return count;
    }
  }

  /**
   * Finds the first matching features in an order. Needs memory for one value of each of these
   * features. Null values come last; features with equal values come in the order of the file.
   *
   * @param order order of the ids or of an attribute
   * @param limit maximum number of features
   * @param consumer receives each feature
   * @return number of features found
   * @throws IllegalArgumentException if the file lacks the attribute
   */
  public long forEach(RecordOrder order, long limit, Consumer<IndexedFeature> consumer) {
    SortedRows sorted = new SortedRows(index.rows(), order, limit);
    Set<String> attributes = SortedRows.attributesOf(order);
    try (FeatureMatches found = cursor(ALL, attributes)) {
      AttributeValues values = found.values(attributes);
      while (found.next()) {
        sorted.add(found.row(), order.isOfKeys() ? found.id() : found.value(values));
      }
    }
    return sorted.forEach(consumer);
  }

  /**
   * Counts the matching features of a part. Does not read features whose bounds already decide the
   * test.
   */
  public long count(Part part) {
    if (filter == null && readsAll()) {
      return Math.max(0, Math.min(part.end, index.rowCount()) - part.first);
    }
    if (filter != null || test != null && !(test instanceof GeometryQuery)) {
      try (FeatureMatches found = cursor(part, Set.of())) {
        return found.count();
      }
    }
    RowNumbers others = new RowNumbers();
    long[] decided = new long[1];
    index
        .store()
        .forEach(
            query(),
            (entry, minX, minY, maxX, maxY) -> {
              if (test == null || test.holdsByBounds(minX, minY, maxX, maxY)) {
                decided[0] += part.lengthOf(entry);
              } else {
                others.addRun(entry, part);
              }
            });
    try (FeatureMatches found =
        new FeatureMatches(index.rows(), test, null, others.ascending(), true, Set.of())) {
      return decided[0] + found.count();
    }
  }
}
