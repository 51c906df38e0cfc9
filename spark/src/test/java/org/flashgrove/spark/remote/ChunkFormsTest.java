package org.flashgrove.spark.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.RowWriter;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.structure.LoadOptions;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableLoader;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/** Packed chunks have the bytes of their pages, whatever these hold. */
class ChunkFormsTest {
  private static final GeometryFactory FACTORY = new GeometryFactory();
  private static final int ROWS = 2000;

  @TempDir private Path directory;
  private final Random random = Seeds.random();

  /** Geometries of the rows of a table. */
  private enum Rows {
    POINTS,
    POINTS_IN_DEGREES,
    POINTS_WITH_SRID,
    LINES,
    MIXED
  }

  @ParameterizedTest
  @EnumSource
  void pagesAreUnpackedAsTheyWere(Rows rows) throws IOException {
    int pageSize = 4096 << random.nextInt(3);
    Schema schema = schema();
    byte[] pages = pages(rows, schema, pageSize);
    RecordColumns columns = new RecordColumns(RecordColumns.of(schema).types());
    ChunkUnpacker unpacker = new ChunkUnpacker(columns);
    byte[] unpacked = new byte[pageSize];
    int[] forms = new int[ChunkPacker.RECORDS + ChunkPacker.MOST_WORDS + 1];
    try (ChunkPacker packer = new ChunkPacker(columns, pageSize, pageSize)) {
      for (int at = 0; at + pageSize <= pages.length; at += pageSize) {
        byte[] page = Arrays.copyOfRange(pages, at, at + pageSize);
        int length = packer.pack(page, pageSize);
        byte[] packed = Arrays.copyOf(packer.bytes(), length);
        if (length < pageSize) {
          unpacker.unpack(ByteBuffer.wrap(packed), 0, length, unpacked);
          assertThat(unpacked).isEqualTo(page);
          forms[packed[0]]++;
          damage(unpacker, packed, unpacked);
        }
      }
    }
    assertThat(forms[ChunkPacker.RECORDS]).as("pages of records").isPositive();
    assertThat(forms[ChunkPacker.RECORDS + 5]).as("leaves of rectangles").isPositive();
    assertThat(forms[ChunkPacker.RECORDS + 2]).as("leaves of words").isPositive();
  }

  /** A damaged chunk has other bytes, or is named as damaged. */
  private void damage(ChunkUnpacker unpacker, byte[] packed, byte[] unpacked) {
    byte[] damaged = packed.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    if (random.nextInt(4) == 0) {
      damaged = Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length));
    }
    try {
      unpacker.unpack(ByteBuffer.wrap(damaged), 0, damaged.length, unpacked);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageNotContaining("Index");
    }
  }

  private Schema schema() {
    Schema.Builder schema = Schema.builder().required("number", AttributeType.LONG);
    for (int i = random.nextInt(12); i > 0; i--) {
      AttributeType[] types = AttributeType.values();
      schema.nullable("a" + i, types[random.nextInt(types.length)]);
    }
    return schema.build();
  }

  private byte[] pages(Rows rows, Schema schema, int pageSize) throws IOException {
    Path store = directory.resolve("store");
    TableOptions options =
        TableOptions.defaults()
            .withPageSize(pageSize)
            .withDevice("buffered")
            .withFlash("none:buffer=1M")
            .withAttributes(schema)
            .withIndex("geometry", "rstar")
            .withAttributeIndex("number", "number");
    try (Table table = Table.create(store, options)) {
      try (TableLoader loader =
          table.loader(new LoadOptions(1 << 20, directory).withOrder("hilbert", null))) {
        RowWriter row = new RowWriter(schema);
        for (int i = 0; i < ROWS; i++) {
          row.clear().set(0, random.nextLong());
          for (int j = 1; j < schema.attributes().size(); j++) {
            if (random.nextInt(4) > 0) {
              row.set(j, value(schema.attributes().get(j).type()));
            }
          }
          loader.appendWkb(i, ByteBuffer.wrap(wkb(rows)), row.row());
        }
        loader.commit();
      }
      table.store().compact();
    }
    return Files.readAllBytes(store.resolve("nodes.pages"));
  }

  private Object value(AttributeType type) {
    String text = "street ".repeat(random.nextInt(3)) + random.nextInt();
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case DOUBLE -> random.nextBoolean() ? random.nextInt(99) / 10.0 : random.nextGaussian();
      case DECIMAL -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(9));
      case STRING -> text;
      case BYTES -> text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case DATE -> LocalDate.ofEpochDay(random.nextInt(40_000) - 9000);
      case INSTANT -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      case UUID -> new UUID(random.nextLong(), random.nextLong());
    };
  }

  private byte[] wkb(Rows rows) {
    Geometry geometry =
        switch (rows) {
          case POINTS, POINTS_WITH_SRID -> point(360 * random.nextDouble() - 180);
          case POINTS_IN_DEGREES -> point(random.nextInt(1_800_000_000) / 1e7);
          case LINES -> line();
          case MIXED -> random.nextBoolean() ? line() : point(random.nextGaussian());
        };
    if (rows == Rows.MIXED && random.nextInt(5) == 0) {
      return new byte[0];
    }
    geometry.setSRID(4326);
    boolean isBig = rows == Rows.MIXED && random.nextBoolean() || rows == Rows.POINTS;
    int order = isBig ? ByteOrderValues.BIG_ENDIAN : ByteOrderValues.LITTLE_ENDIAN;
    return new WKBWriter(2, order, rows == Rows.POINTS_WITH_SRID).write(geometry);
  }

  private Geometry point(double x) {
    return FACTORY.createPoint(new Coordinate(x, -x / 2));
  }

  private Geometry line() {
    Coordinate[] corners = new Coordinate[2 + random.nextInt(20)];
    double x = random.nextDouble();
    for (int i = 0; i < corners.length; i++) {
      corners[i] = new Coordinate(x + random.nextInt(100) / 1e4, -x);
    }
    return FACTORY.createLineString(corners);
  }

  @Test
  void textThatBeginsToRepeatIsCompressedAgain() {
    byte[] noise = new byte[1000];
    random.nextBytes(noise);
    byte[] repeated = new byte[noise.length];
    WordPacker out = new WordPacker(2 * noise.length);
    WordUnpacker in = new WordUnpacker();
    int compressed = 0;
    try (ChunkText codec = new ChunkText()) {
      for (int page = 0; page < 200; page++) {
        byte[] text = page < 100 ? noise : repeated;
        out.clear();
        codec.pack(text, text.length, out);
        in.open(ByteBuffer.wrap(out.bytes()), 0, out.length());
        assertThat(Arrays.copyOf(ChunkText.unpack(in, new byte[0], text.length), text.length))
            .isEqualTo(text);
        compressed += out.length() < text.length ? 1 : 0;
      }
    }
    assertThat(compressed).as("of 100 pages with repeated text").isBetween(92, 100);
  }

  @Test
  void columnsOfExtremesAreReadAsTheyWere() {
    long[] some = {
      0, 1, -1, 7, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, 1L << 32, (1L << 33) - 1
    };
    WordPacker packer = new WordPacker(100_000);
    WordUnpacker unpacker = new WordUnpacker();
    for (int i = 0; i < 20_000; i++) {
      long[] values = new long[1 + random.nextInt(70)];
      int kind = random.nextInt(4);
      int bits = 1 + random.nextInt(63);
      for (int j = 0; j < values.length; j++) {
        values[j] =
            switch (kind) {
              case 0 -> some[random.nextInt(some.length)];
              case 1 -> random.nextLong() >>> bits;
              case 2 -> Double.doubleToRawLongBits((random.nextLong() >> bits) / 1e3);
              default -> (j == 0 ? random.nextLong() : values[j - 1]) + random.nextInt(9);
            };
      }
      packer.clear();
      packer.column(values, values.length, true);
      packer.words(values, values.length);
      packer.put(77);
      unpacker.open(ByteBuffer.wrap(packer.bytes()), 0, packer.length());
      for (int j = 0; j < 2; j++) {
        long[] read = new long[values.length];
        unpacker.column(read, read.length, read);
        assertThat(read).isEqualTo(values);
      }
      assertThat(unpacker.get()).isEqualTo(77);
    }
  }
}
