package org.flashgrove.spark.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

class LeftBatchesTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final StructType COLUMNS =
      new StructType().add("id", DataTypes.LongType).add("geom", DataTypes.BinaryType);
  private final Random random = Seeds.random();

  private static List<LeftBatches.Left> batches(List<InternalRow> rows) {
    List<LeftBatches.Left> found = new ArrayList<>();
    Iterator<LeftBatches.Left> lefts =
        new LeftBatches(rows.iterator(), new LeftRows(COLUMNS, 1, new SkipAccumulator()));
    lefts.forEachRemaining(found::add);
    return found;
  }

  private static InternalRow row(long id, Geometry geometry) {
    return InternalRows.row(id, geometry == null ? null : new WKBWriter().write(geometry));
  }

  private Geometry point() {
    return FACTORY.createPoint(new Coordinate(random.nextDouble(), random.nextDouble()));
  }

  private static LongStream ids(List<LeftBatches.Left> lefts) {
    return lefts.stream().mapToLong(left -> left.row().getLong(0));
  }

  /** Returns the length of the path through all points. */
  private static double path(List<LeftBatches.Left> lefts) {
    return IntStream.range(1, lefts.size())
        .mapToDouble(i -> lefts.get(i - 1).geometry().distance(lefts.get(i).geometry()))
        .sum();
  }

  @Test
  void eachRowWithAGeometryComesOnceAndInItsBatch() {
    int count = LeftBatches.FIRST_ROWS + LeftBatches.MOST_ROWS + 1 + random.nextInt(5_000);
    List<InternalRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(i, point()));
    }
    List<LeftBatches.Left> found = batches(rows);
    int from = 0;
    for (int to :
        new int[] {LeftBatches.FIRST_ROWS, LeftBatches.FIRST_ROWS + LeftBatches.MOST_ROWS, count}) {
      assertThat(ids(found.subList(from, to)).sorted().toArray())
          .isEqualTo(LongStream.range(from, to).toArray());
      from = to;
    }
  }

  /** A Hilbert curve through n random points of the unit square has a length of about sqrt(n). */
  @Test
  void rowsOfABatchFollowACurve() {
    int count = 100 + random.nextInt(LeftBatches.FIRST_ROWS - 100);
    List<InternalRow> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(row(i, point()));
    }
    assertThat(path(batches(rows))).isLessThan(2 * Math.sqrt(count));
  }

  @Test
  void rowsWithoutAGeometryAreLeftOut() {
    List<InternalRow> rows = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    for (long i = 0; i < 3 * LeftBatches.FIRST_ROWS; i++) {
      boolean isMissing = i < 2 * LeftBatches.FIRST_ROWS || random.nextBoolean();
      rows.add(row(i, isMissing ? random.nextBoolean() ? null : FACTORY.createPoint() : point()));
      if (!isMissing) {
        expected.add(i);
      }
    }
    assertThat(ids(batches(rows)).sorted().boxed().toList()).isEqualTo(expected);
    assertThat(batches(List.of())).isEmpty();
  }

  @Test
  void coordinatesMayBeAsLargeAsDoublesAre() {
    double most = Double.MAX_VALUE;
    List<InternalRow> rows =
        List.of(
            row(1, FACTORY.createPoint(new Coordinate(-most, -most))),
            row(2, FACTORY.createPoint(new Coordinate(most, most))),
            row(3, FACTORY.createPoint(new Coordinate(most, most))));
    assertThat(ids(batches(rows)).toArray()).containsExactly(1, 2, 3);
  }
}
