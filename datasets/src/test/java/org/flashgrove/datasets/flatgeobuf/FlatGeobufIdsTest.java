package org.flashgrove.datasets.flatgeobuf;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FreshIds;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.wololo.flatgeobuf.ColumnMeta;
import org.wololo.flatgeobuf.Constants;
import org.wololo.flatgeobuf.HeaderMeta;
import org.wololo.flatgeobuf.generated.ColumnType;
import org.wololo.flatgeobuf.generated.Feature;
import org.wololo.flatgeobuf.generated.GeometryType;

/** Ids of FlatGeobuf files of other programs, which may lack some or be unsigned. */
class FlatGeobufIdsTest {
  @TempDir private Path folder;

  /** A file of points with one column {@code id}, null for no value. */
  private Path made(byte type, Long... ids) throws IOException {
    HeaderMeta header = new HeaderMeta();
    header.name = "ids";
    header.geometryType = GeometryType.Point;
    header.featuresCount = ids.length;
    ColumnMeta column = new ColumnMeta();
    column.name = "id";
    column.type = type;
    header.columns = List.of(column);
    Path file = folder.resolve("ids.fgb");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(Constants.MAGIC_BYTES);
      HeaderMeta.write(header, out, new FlatBufferBuilder());
      for (Long id : ids) {
        FlatBufferBuilder builder = new FlatBufferBuilder();
        ByteBuffer value = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        value.putShort((short) 0).putLong(id == null ? 0 : id);
        byte[] properties = id == null ? new byte[0] : value.array();
        int vector = Feature.createPropertiesVector(builder, properties);
        int shape =
            new ShapeWriter(false, false)
                .write(builder, new GeometryFactory().createPoint(new Coordinate(1, 2)));
        builder.finishSizePrefixed(Feature.createFeature(builder, shape, vector, 0));
        out.write(builder.sizedByteArray());
      }
    }
    return file;
  }

  private static List<String> read(Path file) {
    List<String> features = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file.toString(), BadRowPolicy.STOP)) {
      while (cursor.next()) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          values.add(cursor.attribute(i));
        }
        features.add(cursor.id() + " " + values);
      }
      features.addAll(cursor.notes());
    }
    return features;
  }

  @Test
  void featuresWithoutAnIdGetOneThatNoFeatureHas() throws IOException {
    assertThat(read(made((byte) ColumnType.Long, 1L, null, 2L, null)))
        .containsExactly("1 []", "3 []", "2 []", "4 []", FreshIds.note(2));
    assertThat(read(made((byte) ColumnType.Long, Long.MAX_VALUE, null)))
        .contains(Long.MAX_VALUE - 1 + " []");
  }

  @Test
  void aRowReadByItselfHasTheIdOfAScan() throws IOException {
    Path file = made((byte) ColumnType.Long, 1L, null, 2L, null);
    try (RowFile rows = new FlatGeobufFormat().openRows(file, "ids.fgb", null, null)) {
      assertThat(rows.rowCount()).isEqualTo(4);
      List<Long> expected = List.of(1L, 3L, 2L, 4L);
      for (int row = 3; row >= 0; row--) {
        try (FeatureCursor one = rows.rows(new long[] {row})) {
          assertThat(one.next()).isTrue();
          assertThat(one.id()).isEqualTo(expected.get(row));
          assertThat(one.next()).isFalse();
        }
      }
    }
    Path unsigned = made((byte) ColumnType.ULong, 7L, 8L);
    try (RowFile rows = new FlatGeobufFormat().openRows(unsigned, "ids.fgb", null, null);
        FeatureCursor second = rows.rows(new long[] {1})) {
      assertThat(second.next()).isTrue();
      assertThat(second.id()).isEqualTo(2);
    }
  }

  @Test
  void unsignedIdsOf64BitsAreAnAttribute() throws IOException {
    assertThat(read(made((byte) ColumnType.ULong, 1L, -1L, null)))
        .containsExactly(
            "1 [1]",
            "2 [18446744073709551615]",
            "3 [null]",
            "1 unsigned numbers above 2^63 - 1 are kept as text");
  }

  @Test
  void madeIdsNeverRepeat() {
    FreshIds ids = new FreshIds();
    ids.use(-5);
    assertThat(ids.next()).isOne();
    ids.use(Long.MAX_VALUE);
    assertThat(ids.next()).isEqualTo(-6);
    assertThat(ids.next()).isEqualTo(-7);
  }
}
