package org.flashgrove.spark.file;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.flashgrove.core.geometry.GeometryTest;
import org.flashgrove.core.geometry.UnansweredGeometryException;
import org.flashgrove.sidecar.FeatureMatches;
import org.flashgrove.sidecar.FileIndex;
import org.flashgrove.sidecar.IndexedFeature;
import org.flashgrove.spark.remote.Cancellation;
import org.locationtech.jts.geom.Geometry;

/** Searches of an indexed file for the rows of a join. Not safe for use by several threads. */
public final class FileSearch implements AutoCloseable {
  private final FileIndex index;
  private final FileColumns columns;
  private final int[] wanted;

  FileSearch(FileIndex index, FileColumns columns) {
    this.index = index;
    this.columns = columns;
    wanted = IntStream.range(0, columns.schema().size()).toArray();
  }

  /**
   * Row and its distance from a geometry.
   *
   * @param row row with all columns
   */
  public record Near(InternalRow row, double distance) {}

  /**
   * Finds the rows that pass a test.
   *
   * @param skipped receives a description of each row that no algorithm can evaluate
   */
  public List<InternalRow> matching(GeometryTest test, Consumer<String> skipped) {
    List<InternalRow> found = new ArrayList<>();
    try (FeatureMatches matches = index.cursor(test, null)) {
      while (advance(matches, skipped)) {
        found.add(row(matches.id(), matches.geometry(), matches::value));
      }
    }
    return found;
  }

  private boolean advance(FeatureMatches matches, Consumer<String> skipped) {
    while (true) {
      Cancellation.check();
      try {
        return matches.next();
      } catch (UnansweredGeometryException e) {
        skipped.accept(text(matches.id(), e.getMessage()));
      }
    }
  }

  private String text(long id, String reason) {
    return "record " + id + " of " + index.file() + ": " + reason;
  }

  private InternalRow row(long id, Geometry geometry, IntFunction<Object> values) {
    return new GenericInternalRow(columns.row(wanted, id, geometry, values));
  }

  private InternalRow row(IndexedFeature feature) {
    return row(feature.id(), feature.geometry(), feature.values()::get);
  }

  /**
   * Finds the nearest rows, nearest first.
   *
   * @param from finite geometry that is not empty
   * @param count maximum number of rows
   * @param skipped receives a description of each row whose distance no algorithm can compute
   */
  public List<Near> nearest(Geometry from, int count, Consumer<String> skipped) {
    Cancellation.check();
    ObjLongConsumer<String> skip = (reason, id) -> skipped.accept(text(id, reason));
    return index.nearest(from, count, null, skip, Cancellation::check).stream()
        .map(each -> new Near(row(each.feature()), each.distance()))
        .toList();
  }

  @Override
  public void close() {
    index.close();
  }
}
