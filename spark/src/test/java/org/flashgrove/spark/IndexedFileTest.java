package org.flashgrove.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.flashgrove.datasets.format.DataFiles;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.datasets.source.RangeServer;
import org.flashgrove.sidecar.FileIndex;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/** Data files are read through their indexes, and give what Spark finds in the same rows. */
class IndexedFileTest {
  private static final int ROWS = 300;
  private static final int QUERIES = Repetitions.of(1, 40);

  /** Maximum number of tasks that read a file; starting a task costs more than reading rows. */
  private static final int MOST_TASKS = 8;

  private static final String PART_BYTES = "spark.sql.files.maxPartitionBytes";

  private static final String TOP_K = "spark.sql.execution.topKSortFallbackThreshold";
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";

  /** Types of the columns of {@link MixedRows} between the id and the geometry. */
  private static final List<AttributeType> TYPES =
      List.of(
          AttributeType.BOOLEAN,
          AttributeType.INTEGER,
          AttributeType.INTEGER,
          AttributeType.INTEGER,
          AttributeType.REAL,
          AttributeType.REAL,
          AttributeType.TEXT,
          AttributeType.TEXT,
          AttributeType.BYTES,
          AttributeType.DATE,
          AttributeType.MOMENT,
          AttributeType.TEXT);

  /** Queries of one kind. */
  private interface Kind {
    void run(PushDownBatch batch) throws Exception;
  }

  private static final List<Kind> KINDS =
      List.of(
          PushDownBatch::filters,
          PushDownBatch::limited,
          PushDownBatch::aggregates,
          PushDownBatch::nearest);

  @TempDir private Path folder;

  /** Makes Spark sort rows instead of making an array of twice a large limit. */
  @BeforeEach
  void limitArrays() {
    Session.get().conf().set(TOP_K, 10_000);
    Session.get().conf().set(ADAPTIVE, false);
  }

  @AfterEach
  void restore() {
    List.of(PART_BYTES, TOP_K, ADAPTIVE).forEach(Session.get().conf()::unset);
  }

  private static Object valueOf(Random random, int attribute) {
    Object value = MixedRows.value(random, attribute + 1);
    return switch (TYPES.get(attribute)) {
      case INTEGER -> ((Number) value).longValue();
      case REAL -> ((Number) value).doubleValue();
      case TEXT -> value.toString().replace("\u0000", "0");
      default -> value;
    };
  }

  /** Writes rows to a file in the format of its ending, and indexes the file. */
  private Path indexed(String name, Random random, int rows, boolean allLocated) {
    Path file = folder.resolve(name);
    List<String> names = List.of(MixedRows.COLUMNS.fieldNames()).subList(1, TYPES.size() + 1);
    FeatureSchema asked =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            names,
            TYPES,
            List.of(),
            0,
            List.of());
    var format = DataFormats.of(file.toString(), FormatOptions.BY_ENDING);
    FeatureSchema schema = format.written(asked);
    try (FeatureWriter writer = format.create(file.toString(), schema)) {
      for (int i = 0; i < rows; i++) {
        Geometry shape = MixedRows.geometry(random, true);
        while (shape.isEmpty()) {
          shape = MixedRows.geometry(random, true);
        }
        Object[] values = new Object[TYPES.size()];
        for (int j = 0; j < values.length; j++) {
          values[j] = random.nextInt(9) == 0 ? null : valueOf(random, j);
        }
        writer.write(i, allLocated || random.nextInt(10) > 0 ? shape : null, values);
      }
    }
    FileIndex.build(file).close();
    return file;
  }

  private static Dataset<Row> load(Object file) {
    return Session.get().read().format("flashgrove").load(file.toString());
  }

  /** Reads a file without its index. Returns each row as text. */
  private static List<String> scan(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (FeatureCursor all =
        DataFiles.open(
            InputFile.named(file.toString()),
            file.toString(),
            FormatOptions.BY_ENDING,
            BadRowPolicy.STOP,
            RowForms.RECORDS)) {
      while (all.next()) {
        List<Object> values = new ArrayList<>();
        values.add(all.id());
        values.add(all.geometry());
        for (int i = 0; i < all.attributeNames().size(); i++) {
          values.add(all.attribute(i));
        }
        rows.add(textOf(values));
      }
    }
    return rows;
  }

  private static String textOf(List<?> values) {
    return values.stream().map(IndexedFileTest::textOf).toList().toString();
  }

  /** Returns a value as text, in which types that a text format does not state are alike. */
  private static String textOf(Object value) {
    Object plain = value;
    if (value instanceof byte[] bytes) {
      plain = HexFormat.of().formatHex(bytes);
    } else if (value instanceof Timestamp moment) {
      plain = moment.toInstant();
    } else if (value instanceof java.sql.Date day) {
      plain = day.toLocalDate();
    }
    String text = String.valueOf(plain);
    if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
      text += "T00:00:00Z"; // some formats have no type for dates
    }
    try {
      return String.valueOf(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private static List<Object> valuesOf(Row row) throws ParseException {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      values.add(row.get(i));
    }
    if (values.get(1) != null) {
      values.set(1, new WKBReader().read((byte[]) values.get(1)));
    }
    return values;
  }

  private static List<String> textsOf(Dataset<Row> rows) throws ParseException {
    List<String> texts = new ArrayList<>();
    for (Row row : rows.collectAsList()) {
      texts.add(textOf(valuesOf(row)));
    }
    return texts;
  }

  private static String planOf(Dataset<Row> rows) {
    return rows.queryExecution().sparkPlan().toString();
  }

  /** In a short run, each format is asked half of the kinds of queries. */
  @ParameterizedTest
  @CsvSource({"0, csv", "1, geojson", "2, fgb", "3, gpkg", "4, parquet"})
  void queriesGiveWhatSparkFindsInTheRowsOfAScan(int format, String ending) throws Exception {
    Random random = Seeds.random();
    boolean allLocated = ending.equals("fgb");
    Path file = indexed("rows." + ending, random, ROWS, allLocated);
    int tasks = 1 + random.nextInt(MOST_TASKS);
    Session.get().conf().set(PART_BYTES, Files.size(file) / tasks + 1);
    Dataset<Row> read = load(file);
    assertThat(textsOf(read)).isEqualTo(scan(file)).hasSize(ROWS);
    Dataset<Row> plain = Session.frame(read.collectAsList(), read.schema());
    Dataset<Row> rows = read.withColumnRenamed("geometry", "geom");
    Dataset<Row> from = plain.withColumnRenamed("geometry", "geom").cache();
    for (int kind = 0; kind < KINDS.size(); kind++) {
      if (QUERIES > 1 || (format + kind) % 2 == 0) {
        KINDS.get(kind).run(new PushDownBatch(random, false, from, rows, QUERIES));
      }
    }
    from.unpersist();
  }

  private static final String WINDOW =
      "flashgrove.st_intersects(geometry, "
          + Session.literal(
              new org.locationtech.jts.geom.GeometryFactory()
                  .toGeometry(new org.locationtech.jts.geom.Envelope(20, 32, 20, 32)))
          + ")";

  @Test
  void plansNameWhatTheIndexAnswers() {
    Path file = indexed("rows.csv", Seeds.random(), ROWS, false);
    Dataset<Row> found = load(file).where(WINDOW).where("number > 20");
    assertThat(planOf(found))
        .contains("flashgrove " + file + " [pushed: ")
        .contains("st_intersects(geometry, BOX(20.0 20.0, 32.0 32.0)), number > 20; rows ")
        .doesNotContain("rows " + ROWS + " of")
        .doesNotContain("Filter (");
    assertThat(planOf(load(file).where(WINDOW).groupBy().count())).contains("; count; rows ");
    assertThat(planOf(load(file).where("geometry IS NOT NULL").limit(3))).contains("; limit 3; ");
    assertThat(
            planOf(
                load(file)
                    .where("geometry IS NOT NULL")
                    .orderBy(
                        org.apache.spark.sql.functions.expr(
                            "flashgrove.st_distance(geometry,"
                                + " X'010100000000000000000024400000000000002440')"))
                    .limit(5)))
        .contains("nearest 5 to POINT (10 10); rows ");
  }

  @Test
  void filesOfTheCatalogAndOfServersAreRead() throws Exception {
    Path file = indexed("rows.geojson", Seeds.random(), ROWS, false);
    List<String> expected = textsOf(load(file).where(WINDOW));
    assertThat(expected).isNotEmpty().hasSizeLessThan(ROWS);
    assertThat(textsOf(Session.get().table("flashgrove.`" + file + "`").where(WINDOW)))
        .isEqualTo(expected);
    assertThat(textsOf(load(file.toUri()).where(WINDOW))).isEqualTo(expected);
    try (RangeServer server = new RangeServer(folder)) {
      Dataset<Row> remote = load(server.address("rows.geojson"));
      assertThat(textsOf(remote.where(WINDOW))).isEqualTo(expected);
      assertThat(remote.where(WINDOW).count()).isEqualTo(expected.size());
      assertThat(remote.count()).isEqualTo(ROWS);
    }
  }

  @Test
  void staleIndexesAreNamed() throws IOException {
    Path file = indexed("rows.csv", Seeds.random(), ROWS, false);
    Dataset<Row> before = load(file);
    String row = Files.readAllLines(file).get(1);
    Files.writeString(file, "5" + row + "\n", StandardOpenOption.APPEND);
    String message =
        file + ": changed after it was indexed; run 'flashgrove index --update " + file + "'";
    assertThatThrownBy(() -> load(file)).hasMessage(message);
    assertThatThrownBy(() -> before.where(WINDOW).collectAsList()).hasMessage(message);
    FileIndex.openOrBuild(file).close();
    assertThatThrownBy(() -> before.where(WINDOW).count())
        .hasMessage(file + ": was indexed again after it was loaded; load the file again");
    assertThat(load(file).count()).isEqualTo(ROWS + 1);
  }

  @Test
  void whatFilesCannotDoIsRefused() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain.csv"), "id,x,y\n1,2,3\n");
    assertThatThrownBy(() -> load(plain))
        .hasMessage(plain + ": has no index; run 'flashgrove index --update " + plain + "'");
    Path file = indexed("rows.csv", Seeds.random(), ROWS, false);
    assertThatThrownBy(
            () -> load(file).write().format("flashgrove").mode("append").save(file.toString()))
        .hasMessage(file + ": is a data file, which is only read; choose the path of a dataset");
    assertThatThrownBy(() -> Session.get().sql("DELETE FROM flashgrove.`" + file + "`"))
        .hasMessageContaining("does not support deletes: flashgrove " + file);
    assertThatThrownBy(
            () ->
                Session.get()
                    .read()
                    .format("flashgrove")
                    .option("version", 1)
                    .load(file.toString())
                    .count())
        .hasMessage(
            "option version is no option of a file (allowed: geometry, and settings of Hadoop)");
    assertThatThrownBy(
            () ->
                Session.get()
                    .read()
                    .format("flashgrove")
                    .option("geometry", "g")
                    .load(file.toString()))
        .hasMessage("option geometry: 'g' (allowed: 'geometry')");
    assertThatThrownBy(
            () -> Session.get().read().format("flashgrove").schema("id int").load(file.toString()))
        .hasMessageContaining("read without schema(...)");
    Path text = Files.writeString(folder.resolve("notes.txt"), "note");
    assertThatThrownBy(() -> load(text)).hasMessageContaining("notes.txt");
  }

  /** Spark 4.0 has a library of Parquet that does not know the type GEOMETRY of this file. */
  @Test
  void filesWithNativeGeometryTypesAreRead() throws Exception {
    Path file = folder.resolve("native.parquet");
    try (InputStream bytes = IndexedFileTest.class.getResourceAsStream("native.parquet")) {
      Files.copy(bytes, file);
    }
    FileIndex.build(file).close();
    assertThat(textsOf(load(file)))
        .containsExactly("[1.0, POINT (25 25), a]", "[2.0, POINT (50 50), b]", "[3.0, null, c]");
    assertThat(load(file).where(WINDOW).count()).isEqualTo(1);
  }
}
