package org.flashgrove.spark.read;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.UserDefinedScalarFunc;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.SealedTable;
import org.flashgrove.spark.function.GeometryFunction;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Query for the rows nearest to a geometry. Each table returns its nearest rows, and Spark selects
 * the nearest of all.
 *
 * @param from geometry as WKB
 * @param limit number of rows
 * @param unlocated whether rows without a distance follow if fewer than {@code limit} rows have one
 */
public record PushedNearest(byte[] from, int limit, boolean unlocated) implements Serializable {
  /**
   * Translates an ORDER BY with a LIMIT to a query. Returns null if this is impossible.
   *
   * @param allLocated whether every row has a non-empty geometry. If not, the order must put nulls
   *     last. With nulls first, rows without a geometry would precede the nearest rows
   */
  public static PushedNearest of(
      SortOrder[] orders, int limit, Columns columns, boolean allLocated) {
    if (orders.length != 1
        || orders[0].direction() != SortDirection.ASCENDING
        || !(allLocated || orders[0].nullOrdering() == NullOrdering.NULLS_LAST)
        || !(orders[0].expression() instanceof UserDefinedScalarFunc call)
        || GeometryFunction.ofCanonicalName(call.canonicalName()) != GeometryFunction.ST_DISTANCE) {
      return null;
    }
    Expression[] arguments = call.children();
    int reference = SpatialCondition.isGeometry(arguments[0], columns) ? 0 : 1;
    Geometry from = SpatialCondition.constant(arguments[1 - reference]);
    return SpatialCondition.isGeometry(arguments[reference], columns)
            && from != null
            && !from.isEmpty()
        ? new PushedNearest(
            (byte[]) ((Literal<?>) arguments[1 - reference]).value(), limit, !allLocated)
        : null;
  }

  /**
   * Returns the tables that may contribute a row to the result. Leaves out a table if at least
   * {@code limit} rows of other tables are certainly nearer.
   */
  List<SealedTable> near(List<SealedTable> tables) {
    Envelope asked = new RecordGeometries().parse(ByteBuffer.wrap(from)).getEnvelopeInternal();
    List<SealedTable> byFarthest = new ArrayList<>(tables);
    byFarthest.removeIf(table -> table.bounds() == null);
    byFarthest.sort(Comparator.comparingDouble(table -> farthest(asked, table.bounds())));
    long found = 0;
    double enough = Double.POSITIVE_INFINITY;
    for (SealedTable table : byFarthest) {
      found += table.located();
      if (found >= limit) {
        enough = farthest(asked, table.bounds());
        break;
      }
    }
    if (unlocated && found < limit) {
      return tables;
    }
    double within = enough;
    return tables.stream()
        .filter(table -> table.bounds() != null && table.bounds().least(asked) <= within)
        .toList();
  }

  /**
   * Returns an upper bound for the distance between any point of {@code asked} and any point of
   * {@code bounds}.
   */
  private static double farthest(Envelope asked, Bounds bounds) {
    double dx = Math.max(asked.getMaxX(), bounds.maxX()) - Math.min(asked.getMinX(), bounds.minX());
    double dy = Math.max(asked.getMaxY(), bounds.maxY()) - Math.min(asked.getMinY(), bounds.minY());
    return Math.nextUp(Math.hypot(dx, dy));
  }
}
