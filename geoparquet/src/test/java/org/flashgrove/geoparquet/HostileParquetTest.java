package org.flashgrove.geoparquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Damaged files, and files that state false sizes, end in one line and take little memory. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileParquetTest {
  @TempDir private Path folder;
  private Path file;
  private byte[] good;

  @BeforeEach
  void writeAGoodFile() throws IOException {
    file = folder.resolve("a.parquet");
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("name", "size"),
            List.of(AttributeType.TEXT, AttributeType.REAL),
            List.of(),
            0,
            List.of());
    try (FeatureWriter writer =
        DataFormats.of("a.parquet", FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < 300; i++) {
        writer.write(
            i,
            new GeometryFactory().createPoint(new Coordinate(i, -i)),
            new Object[] {"name " + i % 7, 0.5 * i});
      }
    }
    good = Files.readAllBytes(file);
  }

  private static long allocatedBytes() {
    return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
        .getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private void refused(String wrong) {
    long before = allocatedBytes();
    assertThatThrownBy(() -> GeoParquetFiles.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContainingAll(wrong, "; allowed: ")
        .message()
        .doesNotContain("\n");
    assertThat(allocatedBytes() - before).isLessThan(50_000_000);
  }

  @Test
  void damagedFilesEndInOneLine() throws IOException {
    damage(1_500);
  }

  @Test
  @Tag("long")
  @Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void manyDamagedFilesEndInOneLine() throws IOException {
    damage(10_000);
  }

  private void readRows(Random random) {
    byte[] places;
    long count;
    try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, null)) {
      rows.forEachBounds(0, BadRowPolicy.STOP, (row, minX, minY, maxX, maxY) -> {});
      places = rows.places();
      count = rows.rowCount();
    }
    long[] numbers = random.longs(5, 0, Math.max(1, count)).sorted().distinct().toArray();
    try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, places);
        FeatureCursor found = rows.rows(count == 0 ? new long[0] : numbers)) {
      while (found.next()) {
        assertThat(found.attributeNames()).isNotNull();
      }
    }
  }

  private void damage(int times) throws IOException {
    Random random = Seeds.random();
    for (int i = 0; i < times; i++) {
      byte[] bad = i % 4 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      int from = i % 2 == 0 ? 0 : good.length * 2 / 3; // the footer is the most fragile part
      for (int k = 0; k < 1 + i % 5 && bad.length > from; k++) {
        bad[from + random.nextInt(bad.length - from)] = (byte) random.nextInt();
      }
      Files.write(file, bad);
      long before = allocatedBytes();
      try {
        GeoParquetFiles.read(file);
        readRows(random);
      } catch (InputException e) {
        assertThat(e.getMessage()).startsWith(file.toString()).contains("; allowed: ");
        assertThat(e.getMessage()).doesNotContain("\n");
      } catch (UncheckedIOException e) {
        throw new AssertionError("the file is to blame, not the device", e);
      }
      assertThat(allocatedBytes() - before).isLessThan(300_000_000);
    }
  }

  /** Replaces the footer by one with changes. */
  private void change(Consumer<FileMetaData> change) throws IOException {
    int length = ByteBuffer.wrap(good).order(ByteOrder.LITTLE_ENDIAN).getInt(good.length - 8);
    int start = good.length - 8 - length;
    FileMetaData footer =
        Util.readFileMetaData(new ByteArrayInputStream(good, start, length), length + 1);
    change.accept(footer);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, changed);
    write(Arrays.copyOf(good, start), changed.toByteArray());
  }

  private void write(byte[] pages, byte[] footer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(pages);
    bytes.write(footer);
    bytes.write(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(footer.length).array());
    bytes.write("PAR1".getBytes(StandardCharsets.US_ASCII));
    Files.write(file, bytes.toByteArray());
  }

  @Test
  void unknownFieldsInEachOtherDoNotOverflowTheStack() throws IOException {
    byte[] structs = new byte[1 << 20];
    Arrays.fill(structs, (byte) 0x1c); // each byte begins a struct, the next field of the last one
    write(good, structs);
    refused("a footer that cannot be read");
  }

  @Test
  void rowsThatTheBytesDoNotExplainAreRefused() throws IOException {
    change(footer -> footer.getRow_groups().get(0).setNum_rows(1L << 40));
    refused("more rows than the bytes of the file explain");
    change(footer -> footer.getRow_groups().get(0).setNum_rows(1_000));
    refused("row 301");
    change(
        footer ->
            footer
                .getRow_groups()
                .get(0)
                .getColumns()
                .get(0)
                .getMeta_data()
                .setNum_values(1L << 40));
    refused("more values than its bytes explain");
  }

  @Test
  void pagesOutsideTheFileAreRefused() throws IOException {
    change(
        footer ->
            footer
                .getRow_groups()
                .get(0)
                .getColumns()
                .get(0)
                .getMeta_data()
                .setTotal_compressed_size(1L << 40));
    refused("pages outside the file");
  }

  /** Otherwise all later rows would get wrong numbers. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void groupsWithRowsButWithoutValuesAreRefused(int at) throws IOException {
    change(
        footer -> {
          RowGroup empty = footer.getRow_groups().get(0).deepCopy();
          empty.setNum_rows(10);
          empty.getColumns().forEach(each -> each.getMeta_data().setNum_values(0));
          footer.getRow_groups().add(at, empty);
        });
    try (RowFile rows = new GeoParquetFormat().openRows(file, file.toString(), null, null)) {
      assertThatThrownBy(
              () -> rows.forEachBounds(0, BadRowPolicy.STOP, (row, minX, minY, maxX, maxY) -> {}))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("row ");
    }
  }

  /** As geopandas writes a frame without rows: offsets of pages that do not exist are 0. */
  @Test
  void groupsWithoutRowsAreSkipped() throws IOException {
    change(
        footer -> {
          RowGroup empty = footer.getRow_groups().get(0).deepCopy();
          empty.setNum_rows(0);
          empty
              .getColumns()
              .forEach(
                  each -> {
                    each.getMeta_data().setNum_values(0).setData_page_offset(0);
                    each.getMeta_data().setTotal_compressed_size(0).unsetDictionary_page_offset();
                  });
          footer.getRow_groups().add(0, empty);
        });
    assertThat(GeoParquetFiles.read(file).rows()).hasSize(300);
    try (RowFile rows = new GeoParquetFormat().openRows(file, "a", null, null);
        FeatureCursor found = rows.rows(new long[] {7, 299})) {
      assertThat(found.next()).isTrue();
      assertThat(found.id()).isEqualTo(7);
      assertThat(found.next()).isTrue();
      assertThat(found.id()).isEqualTo(299);
    }
  }

  @Test
  void deepColumnsAreRefused() throws IOException {
    change(
        footer -> {
          for (int i = 0; i < 3_000; i++) {
            SchemaElement group = new SchemaElement("g" + i);
            group.setNum_children(1);
            footer.getSchema().add(group);
          }
          footer
              .getSchema()
              .get(0)
              .setNum_children(footer.getSchema().get(0).getNum_children() + 1);
        });
    refused("columns nested more than");
  }

  @Test
  void metadataOfOtherFormsAreRefused() throws IOException {
    for (var each :
        Map.of(
                "{",
                "metadata that are not JSON",
                "[]",
                "metadata without columns",
                "{\"columns\":{\"x\":{}},\"primary_column\":\"x\"}",
                "no column \"x\"",
                "{\"columns\":{\"name\":{\"encoding\":\"WKB\"}},\"primary_column\":\"geometry\"}",
                "no description of the primary column",
                "{\"columns\":{\"name\":{\"encoding\":\"TWKB\"}},\"primary_column\":\"name\"}",
                "encoding \"twkb\"",
                "{\"columns\":{\"size\":{\"encoding\":\"WKB\"}},\"primary_column\":\"size\"}",
                "column \"size\" is not binary",
                "[".repeat(100_000),
                "metadata that are not JSON")
            .entrySet()) {
      change(footer -> footer.getKey_value_metadata().get(0).setValue(each.getKey()));
      refused(each.getValue());
    }
  }

  @Test
  void filesOfOtherFormatsAreRefused() throws IOException {
    Files.writeString(file, "id,x,y\n1,2,3\n".repeat(100));
    refused("does not end as Parquet");
    Files.writeString(file, "PAR1PARE");
    refused("ends too early");
    Files.write(file, new byte[100]);
    refused("does not end as Parquet");
  }
}
