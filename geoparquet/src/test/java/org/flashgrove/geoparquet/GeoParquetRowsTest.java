package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.flashgrove.geoparquet.EventWriter.field;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.RealData;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.row.RowFile;
import org.flashgrove.datasets.source.ByteSource;
import org.flashgrove.datasets.source.DiskSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.io.WKBWriter;

/** Rows by their numbers equal those of a scan; a page that changed is noticed. */
class GeoParquetRowsTest {
  @TempDir private Path folder;

  private static RowFile open(Path file, byte[] places) {
    return new GeoParquetFormat().openRows(file, file.toString(), null, places);
  }

  private static String text(long id, Object geometry, Map<String, Object> attributes) {
    Map<String, Object> shown = new TreeMap<>(attributes);
    shown.replaceAll(
        (name, value) -> value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
    return id + " " + geometry + " " + shown;
  }

  private static String text(FeatureCursor row) {
    Map<String, Object> attributes = new TreeMap<>();
    for (int i = 0; i < row.attributeNames().size(); i++) {
      attributes.put(row.attributeNames().get(i), row.attribute(i));
    }
    return text(row.id(), row.geometry(), attributes);
  }

  private static void compare(Path file, Random random) {
    List<GeoParquetFiles.Row> all = GeoParquetFiles.read(file).rows();
    byte[] places;
    try (RowFile rows = open(file, null)) {
      places = rows.places();
      assertThat(rows.rowCount()).isEqualTo(all.size());
    }
    try (RowFile rows = open(file, null)) {
      rows.forEachBounds(0, BadRowPolicy.STOP, (row, minX, minY, maxX, maxY) -> {});
      assertThat(rows.places()).isEqualTo(places);
    }
    try (RowFile rows = open(file, places)) {
      assertThat(rows.places()).isEqualTo(places);
      for (int count : new int[] {0, 1, 2, 50, all.size()}) {
        long[] numbers =
            LongStream.range(0, all.size())
                .filter(row -> count == all.size() || random.nextInt(all.size()) < count)
                .toArray();
        try (FeatureCursor found = rows.rows(numbers)) {
          for (long number : numbers) {
            GeoParquetFiles.Row expected = all.get((int) number);
            assertThat(found.next()).isTrue();
            assertThat(text(found))
                .isEqualTo(text(expected.id(), expected.geometry(), expected.attributes()));
          }
          assertThat(found.next()).isFalse();
        }
        compareSome(rows, numbers, all, random);
      }
      Map<Long, Envelope> boxes = new TreeMap<>();
      rows.forEachBounds(
          0,
          BadRowPolicy.STOP,
          (row, minX, minY, maxX, maxY) -> boxes.put(row, new Envelope(minX, maxX, minY, maxY)));
      for (int i = 0; i < all.size(); i++) {
        assertThat(boxes.get((long) i))
            .isEqualTo(
                all.get(i).geometry() == null ? null : all.get(i).geometry().getEnvelopeInternal());
      }
    }
  }

  /** Compares the ids, the geometries and some attributes of rows. */
  private static void compareSome(
      RowFile rows, long[] numbers, List<GeoParquetFiles.Row> all, Random random) {
    Set<String> read = new HashSet<>(Set.of("no such attribute"));
    try (FeatureCursor none = rows.rows(new long[0])) {
      none.attributeNames().stream().filter(name -> random.nextBoolean()).forEach(read::add);
    }
    try (FeatureCursor found = rows.rows(numbers, read)) {
      for (long number : numbers) {
        GeoParquetFiles.Row expected = all.get((int) number);
        Map<String, Object> attributes = new TreeMap<>(expected.attributes());
        attributes.replaceAll((name, value) -> read.contains(name) ? value : null);
        assertThat(found.next()).isTrue();
        assertThat(text(found)).isEqualTo(text(expected.id(), expected.geometry(), attributes));
      }
      assertThat(found.next()).isFalse();
    }
  }

  private Path written(int count) {
    Path file = folder.resolve("a.parquet");
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("name", "size"),
            List.of(AttributeType.TEXT, AttributeType.REAL),
            List.of(),
            0,
            List.of());
    Random random = Seeds.random();
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < count; i++) {
        Coordinate corner = new Coordinate(random.nextGaussian(), random.nextGaussian());
        writer.write(
            7L * i,
            i % 9 == 0 ? null : new GeometryFactory().createPoint(corner),
            new Object[] {i % 5 == 0 ? null : "name " + "x".repeat(i % 300), random.nextDouble()});
      }
    }
    return file;
  }

  /** File on disk that counts how often it is read. */
  private static final class CountedSource implements ByteSource {
    private final DiskSource file;
    private int reads;

    CountedSource(Path path) {
      file = new DiskSource(path, path.toString());
    }

    @Override
    public String name() {
      return file.name();
    }

    @Override
    public long size() {
      return file.size();
    }

    @Override
    public int read(long at, byte[] into, int offset, int count) {
      reads++;
      return file.read(at, into, offset, count);
    }

    @Override
    public void close() {
      file.close();
    }
  }

  @Test
  void rowsOfAPageThatWasReadNeedNoFurtherRead() {
    CountedSource source = new CountedSource(written(20_000));
    try (RowFile rows = new GeoParquetFormat().openRows(source, null, null)) {
      rows.places();
      source.reads = 0;
      for (long number : new long[] {8, 7, 10}) { // row 8 has a geometry, as row 7 and row 10
        try (FeatureCursor found = rows.rows(new long[] {number}, Set.of())) {
          assertThat(found.next()).isTrue();
          assertThat(found.id()).isEqualTo(7 * number);
        }
        assertThat(source.reads).isEqualTo(2); // a page of ids and a page of geometries
      }
    }
  }

  /** Row 0 has a text of 300,000 characters, which fills a page; the other rows share a page. */
  @ParameterizedTest
  @EnumSource(names = {"ZSTD", "UNCOMPRESSED"})
  void aPageThatIsReadAfterALargePageIsCached(CompressionCodecName codec) throws IOException {
    Path file = folder.resolve("large.parquet");
    byte[] point = new WKBWriter().write(new GeometryFactory().createPoint(new Coordinate(1, 2)));
    try (var writer =
        EventWriter.to(
                file, "message m { required binary geometry; required binary t (UTF8); }", null)
            .withCompressionCodec(codec)
            .withDictionaryEncoding(false)
            .withMinRowCountForPageSizeCheck(1)
            .withPageSize(1 << 16)
            .build()) {
      for (int i = 0; i < 100; i++) {
        Binary text = Binary.fromString(i == 0 ? "a".repeat(300_000) : "text " + i);
        writer.write(
            out -> {
              field(out, "geometry", 0, () -> out.addBinary(Binary.fromConstantByteArray(point)));
              field(out, "t", 1, () -> out.addBinary(text));
            });
      }
    }
    CountedSource source = new CountedSource(file);
    try (RowFile rows = new GeoParquetFormat().openRows(source, null, null)) {
      rows.places();
      for (long[] numbers : new long[][] {{0, 50}, {60}}) {
        source.reads = 0;
        try (FeatureCursor found = rows.rows(numbers)) {
          for (long number : numbers) {
            assertThat(found.next()).isTrue();
            Object text = found.attribute(0);
            assertThat(text).isEqualTo(number == 0 ? "a".repeat(300_000) : "text " + number);
          }
        }
        assertThat(source.reads > 0).isEqualTo(numbers[0] == 0);
      }
    }
  }

  @Test
  void rowsOfAWrittenFileEqualAScan() {
    compare(written(20_000), Seeds.random());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"example", "native-geospatial", "native-geography-polygons", "wkb-multipolygon"})
  void rowsOfOtherWritersEqualAScan(String name) {
    compare(RealData.file("geoparquet/" + name + ".parquet"), Seeds.random());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsWithListsEqualAScan(boolean isSecondVersion) throws IOException {
    compare(EncodingsTest.lists(folder.resolve("l.parquet"), isSecondVersion), Seeds.random());
  }

  @Test
  void aPageThatChangedInPlaceIsNoticed() throws IOException {
    Path file = written(5_000);
    byte[] places;
    try (RowFile rows = open(file, null)) {
      places = rows.places();
    }
    byte[] good = Files.readAllBytes(file);
    long[] all = LongStream.range(0, 5_000).toArray();
    Random random = Seeds.random();
    for (int i = 0; i < 50; i++) {
      byte[] bad = good.clone();
      bad[4 + random.nextInt(good.length / 2)] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, bad);
      assertThatThrownBy(
              () -> {
                try (RowFile rows = open(file, places);
                    FeatureCursor found = rows.rows(all)) {
                  while (found.next()) {
                    text(found);
                  }
                }
              })
          .isInstanceOf(InputException.class)
          .hasMessageContaining("a page that changed after it was indexed");
    }
  }

  @Test
  void damagedPlacesAreRefused() {
    Path file = written(3_000);
    byte[] places;
    try (RowFile rows = open(file, null)) {
      places = rows.places();
    }
    Random random = Seeds.random();
    for (int i = 0; i < 200; i++) {
      byte[] bad =
          i % 2 == 0 ? Arrays.copyOf(places, random.nextInt(places.length)) : places.clone();
      if (i % 2 == 0) {
        assertThatIllegalArgumentException().isThrownBy(() -> open(file, bad).close());
        continue;
      }
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      try (RowFile rows = open(file, bad);
          FeatureCursor found = rows.rows(new long[] {5, 2_000})) {
        while (found.next()) {
          text(found);
        }
      } catch (InputException | IllegalArgumentException e) {
        assertThat(e.getMessage()).doesNotContain("\n");
      }
    }
  }

  /** Row groups of a table of pages are decoded when a query needs them. */
  @Test
  void pagesOutsideTheFileAreRefused() {
    Path file = written(100);
    byte[] places;
    try (RowFile rows = open(file, null)) {
      places = rows.places();
    }
    int firstOffset = Integer.BYTES + 2;
    ByteBuffer.wrap(places).putLong(firstOffset, Long.MAX_VALUE / 2);
    try (RowFile rows = open(file, places)) {
      assertThatThrownBy(
              () -> {
                try (FeatureCursor found = rows.rows(new long[] {3})) {
                  found.next();
                }
              })
          .hasStackTraceContaining("pages outside the file, or in a wrong order");
    }
    byte[] cut = Arrays.copyOf(places, places.length - 1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(file, cut))
        .withMessage("a table of pages that ends too early");
  }
}
