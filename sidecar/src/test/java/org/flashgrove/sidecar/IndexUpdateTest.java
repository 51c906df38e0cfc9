package org.flashgrove.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.geometry.HilbertCurve;
import org.flashgrove.core.geometry.Predicate;
import org.flashgrove.core.geometry.Semantics;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.row.RowFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** An update after row groups were appended keeps the entries of the others. */
class IndexUpdateTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final int FOOTER_END = 8;

  @TempDir private Path folder;
  private final List<Geometry> first = new ArrayList<>();
  private final List<Geometry> second = new ArrayList<>();
  private Path file;

  @BeforeEach
  void makeShapes() {
    file = folder.resolve("parcels.parquet");
    Random random = Seeds.random();
    for (int i = 0; i < 5_000; i++) {
      Coordinate at = new Coordinate(random.nextDouble() * 100, random.nextDouble() * 100);
      Geometry shape = SHAPES.createPoint(at).buffer(random.nextDouble(), 2);
      (i < 3_500 ? first : second).add(i % 60 == 0 ? null : shape);
    }
  }

  private byte[] bytesOf(List<Geometry> shapes) throws IOException {
    return Files.readAllBytes(SampleFile.write(folder.resolve("part.parquet"), shapes));
  }

  private static int footerAt(byte[] parquet) {
    ByteBuffer end = ByteBuffer.wrap(parquet).order(ByteOrder.LITTLE_ENDIAN);
    return parquet.length - FOOTER_END - end.getInt(parquet.length - FOOTER_END);
  }

  private static FileMetaData footer(byte[] parquet) throws IOException {
    int at = footerAt(parquet);
    return Util.readFileMetaData(new ByteArrayInputStream(parquet, at, parquet.length - at));
  }

  /** Appends the row groups of one file to another, as programs do that rewrite the footer. */
  private void append(byte[] parquet, byte[] more) throws IOException {
    FileMetaData footer = footer(parquet);
    FileMetaData added = footer(more);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(parquet, 0, footerAt(parquet));
    long shift = out.size() - 4L;
    out.write(more, 4, footerAt(more) - 4);
    for (RowGroup group : added.getRow_groups()) {
      if (group.isSetFile_offset()) {
        group.setFile_offset(group.getFile_offset() + shift);
      }
      group.getColumns().forEach(column -> move(column, shift));
      footer.addToRow_groups(group);
    }
    footer.setNum_rows(footer.getNum_rows() + added.getNum_rows());
    int at = out.size();
    Util.writeFileMetaData(footer, out);
    ByteBuffer end = ByteBuffer.allocate(FOOTER_END).order(ByteOrder.LITTLE_ENDIAN);
    end.putInt(out.size() - at).put(new byte[] {'P', 'A', 'R', '1'});
    out.write(end.array());
    Files.write(file, out.toByteArray());
  }

  private static void move(ColumnChunk column, long shift) {
    ColumnMetaData data = column.getMeta_data();
    data.setData_page_offset(data.getData_page_offset() + shift);
    if (data.isSetDictionary_page_offset()) {
      data.setDictionary_page_offset(data.getDictionary_page_offset() + shift);
    }
    data.unsetBloom_filter_offset();
    column.setFile_offset(column.getFile_offset() + shift);
    column.unsetColumn_index_offset();
    column.unsetColumn_index_length();
    column.unsetOffset_index_offset();
    column.unsetOffset_index_length();
  }

  private void requireAnswers(FileIndex index, List<Geometry> all) {
    assertThat(index.size()).isEqualTo(all.stream().filter(each -> each != null).count());
    Random random = Seeds.random();
    for (int i = 0; i < 60; i++) {
      double x = random.nextDouble() * 100;
      double y = random.nextDouble() * 100;
      Geometry area = SHAPES.toGeometry(new Envelope(x, x + 4, y, y + 9));
      List<Long> expected = new ArrayList<>();
      for (int row = 0; row < all.size(); row++) {
        if (all.get(row) != null && area.intersects(all.get(row))) {
          expected.add((long) row);
        }
      }
      List<Long> found = new ArrayList<>();
      index.intersecting(area, each -> found.add(each.row()));
      assertThat(found).isEqualTo(expected);
    }
  }

  private long keptRows() throws IOException {
    byte[] places = Files.readAllBytes(FileIndex.directoryOf(file).resolve("1.places"));
    try (RowFile rows = SourceFile.open(file, FormatOptions.BY_ENDING, null)) {
      return rows.keepRows(places);
    }
  }

  private static void sort(List<Geometry> shapes) {
    HilbertCurve curve = new HilbertCurve(0, 0, 100, 100);
    shapes.removeIf(each -> each == null);
    shapes.sort(
        Comparator.comparingLong(
            each -> {
              Envelope box = each.getEnvelopeInternal();
              return curve.valueOfCentre(
                  box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
            }));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "first", "second", "first second"})
  void appendedRowGroupsAreAdded(String sorted) throws IOException {
    if (sorted.contains("first")) {
      sort(first);
    }
    if (sorted.contains("second")) {
      sort(second);
    }
    byte[] before = bytesOf(first);
    Files.write(file, before);
    FileIndex.build(file).close();
    append(before, bytesOf(second));
    assertThat(keptRows()).isEqualTo(first.size());
    List<Geometry> all = new ArrayList<>(first);
    all.addAll(second);
    try (FileIndex updated = FileIndex.openOrBuild(file)) {
      requireAnswers(updated, all);
      List<List<Long>> pairs = new ArrayList<>();
      FileJoin.matching(updated, updated, Predicate.EQUALS, Semantics.OGC)
          .forEach((one, other) -> pairs.add(List.of(one.row(), other.row())));
      assertThat(pairs)
          .hasSize((int) updated.size())
          .allMatch(each -> each.get(0).equals(each.get(1)));
    }
    FileIndex.open(file).close();
  }

  @Test
  void aFileWithChangedGeometriesIsReadAgain() throws IOException {
    byte[] before = bytesOf(first);
    Files.write(file, before);
    FileIndex.build(file).close();
    Geometry moved = SHAPES.createPoint(new Coordinate(1, 1)).buffer(0.5, 2);
    first.set(7, moved);
    append(bytesOf(first), bytesOf(second));
    assertThat(keptRows()).isZero();
    List<Geometry> all = new ArrayList<>(first);
    all.addAll(second);
    try (FileIndex updated = FileIndex.openOrBuild(file)) {
      requireAnswers(updated, all);
    }
  }

  @Test
  void aDamagedIndexIsNotExtended() throws IOException {
    byte[] before = bytesOf(first);
    Files.write(file, before);
    FileIndex.build(file).close();
    append(before, bytesOf(second));
    Path entries = FileIndex.directoryOf(file).resolve("1.blocks-0.pages");
    byte[] bad = Files.readAllBytes(entries);
    Arrays.fill(bad, bad.length / 8, bad.length / 2, (byte) 0);
    Files.write(entries, bad);
    List<Geometry> all = new ArrayList<>(first);
    all.addAll(second);
    try (FileIndex updated = FileIndex.openOrBuild(file)) {
      requireAnswers(updated, all);
    }
  }
}
