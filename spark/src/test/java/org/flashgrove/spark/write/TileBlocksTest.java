package org.flashgrove.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.flashgrove.core.Seeds;
import org.flashgrove.spark.column.Columns;
import org.flashgrove.spark.dataset.Bounds;
import org.flashgrove.spark.dataset.Tiles;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Every row comes out once, in a block of its tile that states its geometries and bounds. */
class TileBlocksTest {
  private static final int ROWS = 20_000;
  private static final int MOST_TEXT = 2_000;
  private static final GeometryFactory FACTORY = new GeometryFactory();

  private final Random random = Seeds.random();
  private final Columns columns =
      new Columns(
          new StructType()
              .add("id", DataTypes.LongType)
              .add("other", DataTypes.BinaryType)
              .add("geom", DataTypes.BinaryType),
          "geom");

  /** A row, whose place is null if its geometry is missing or empty. */
  private record Written(InternalRow row, Coordinate place, int geometryBytes) {}

  private Written written(long id) {
    Coordinate place = new Coordinate(random.nextGaussian(), 100 * random.nextDouble());
    boolean isEmpty = random.nextInt(20) == 0;
    boolean isMissing = random.nextInt(20) == 0;
    byte[] wkb = new WKBWriter().write(FACTORY.createPoint(isEmpty ? null : place));
    Object[] values = {id, new byte[random.nextInt(MOST_TEXT)], isMissing ? null : wkb};
    return new Written(
        new GenericInternalRow(values),
        isEmpty || isMissing ? null : place,
        isMissing ? 0 : wkb.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 3000})
  void everyRowIsInABlockOfItsTile(int most) {
    List<Written> rows = new ArrayList<>();
    List<Tiles.Sample> sample = new ArrayList<>();
    for (long id = 0; id < ROWS; id++) {
      Written row = written(id);
      rows.add(row);
      if (row.place != null) {
        sample.add(new Tiles.Sample(row.place.x, row.place.y, 1));
      }
    }
    Tiles tiles = Tiles.of(sample, most);
    assertThat(tiles.count()).isEqualTo(most);
    int[] keys = IntStream.range(0, most).map(tile -> -3 * tile).toArray();
    TileBlocks blocks = new TileBlocks(columns, tiles, new Bounds(-4, 0, 4, 100), keys);
    Iterator<InternalRow> ended = blocks.call(rows.stream().map(Written::row).iterator());
    Map<Long, Integer> tileOfRow = new HashMap<>();
    while (ended.hasNext()) {
      InternalRow block = ended.next();
      int tile = block.getInt(0) / -3;
      check(block, rows, tile, tileOfRow);
    }
    assertThat(tileOfRow).hasSize(ROWS);
    tileOfRow.forEach(
        (id, tile) -> {
          Coordinate place = rows.get(id.intValue()).place;
          assertThat(tile).isEqualTo(place == null ? 0 : tiles.tileOf(place.x, place.y));
        });
  }

  private void check(
      InternalRow encoded, List<Written> rows, int tile, Map<Long, Integer> tileOfRow) {
    RowBlock block = new RowBlock(encoded);
    EncodedRows found = new EncodedRows(block.bytes());
    org.flashgrove.access.attribute.Row attributes =
        new org.flashgrove.access.attribute.Row(columns.attributes());
    Envelope bounds = new Envelope();
    long located = 0;
    for (int at = 0; at < block.length(); at += found.size(at)) {
      found.show(at);
      ByteBuffer wkb = found.wkb();
      long id = attributes.show(found.row()).getLong(0);
      Written row = rows.get((int) id);
      assertThat(wkb.remaining()).isEqualTo(row.geometryBytes);
      assertThat(attributes.getBytes(1)).hasSize(row.row.getBinary(1).length);
      assertThat(tileOfRow.put(id, tile)).isNull();
      if (row.place != null) {
        located++;
        bounds.expandToInclude(row.place);
      } else {
        assertThat(found.key()).isZero();
      }
    }
    assertThat(block.located()).isEqualTo(located);
    assertThat(block.bounds()).isEqualTo(bounds);
    assertThat(block.length()).isPositive().isLessThan(RowBlock.FULL + 2 * MOST_TEXT);
  }
}
