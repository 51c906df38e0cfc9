package org.flashgrove.spark.file;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.sidecar.FeatureMatches;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedFeature;
import org.flashgrove.sidecar.IndexedQuery;
import org.flashgrove.spark.remote.Cancellation;
import org.locationtech.jts.geom.Point;

/**
 * Reads the matching rows of a part of an indexed file, or counts them. Not safe for use by several
 * threads.
 */
final class FileReader implements PartitionReader<InternalRow> {
  private final FileRead read;
  private final FileIndex index;

  /** Rows that are known already; null if {@link #matches} has the rows. */
  private Iterator<InternalRow> known;

  private FeatureMatches matches;
  private InternalRow row;
  private long left;

  FileReader(FileRead read, IndexedQuery.Part part) {
    this.read = read;
    left = read.limit() < 0 ? Long.MAX_VALUE : read.limit();
    index = read.location().open(read.version());
    boolean isOpen = false;
    try {
      open(read.condition().query(index), part);
      isOpen = true;
    } finally {
      if (!isOpen) {
        index.close();
      }
    }
  }

  private void open(IndexedQuery query, IndexedQuery.Part part) {
    if (read.counts()) {
      known = List.of(rowOf(query.count(part))).iterator();
      return;
    }
    if (read.nearest() != null) {
      List<InternalRow> nearest = nearest(query);
      if (nearest.size() == read.limit()) {
        known = nearest.iterator();
        return;
      }
      left = Long.MAX_VALUE; // some rows have no distance; Spark orders all rows
    }
    matches = query.cursor(part, read.columns().attributesOf(read.wanted()));
  }

  /** Returns the nearest rows; none if fewer rows have a geometry than were asked for. */
  private List<InternalRow> nearest(IndexedQuery query) {
    Point from = (Point) new RecordGeometries().parse(ByteBuffer.wrap(read.nearest()));
    if (read.limit() > index.size()) {
      return List.of();
    }
    return index.nearest(from, read.limit(), query.filter(), null, Cancellation::check).stream()
        .map(each -> row(each.feature()))
        .toList();
  }

  private InternalRow row(IndexedFeature feature) {
    return rowOf(
        read.columns().row(read.wanted(), feature.id(), feature.geometry(), feature.values()::get));
  }

  private static InternalRow rowOf(Object... values) {
    return new GenericInternalRow(values);
  }

  @Override
  public boolean next() {
    if (known != null) {
      row = known.hasNext() ? known.next() : null;
      return row != null;
    }
    Cancellation.check();
    if (left == 0 || !matches.next()) {
      return false;
    }
    left--;
    row =
        rowOf(read.columns().row(read.wanted(), matches.id(), matches.geometry(), matches::value));
    return true;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() {
    try (index) {
      if (matches != null) {
        matches.close();
      }
    }
  }
}
