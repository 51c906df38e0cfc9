package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.CoordinateSystem;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * The table of docs/data-formats.md: each of its cells is a round trip from a GeoPackage, and
 * random features go through every pair of formats as the table says.
 */
class FormatMatrixTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();
  private static final String TABLE = "table";

  /** Formats of the page, in its order, with the endings of their files. */
  private static final Map<String, String> FORMATS = new LinkedHashMap<>();

  static {
    FORMATS.put("csv", "csv");
    FORMATS.put("geojson", "geojson");
    FORMATS.put("wkt", "wkt");
    FORMATS.put("flatgeobuf", "fgb");
    FORMATS.put("geopackage", "gpkg");
    FORMATS.put("geoparquet", "parquet");
    FORMATS.put(TABLE, "gpkg");
  }

  /** Formats that keep all facts. */
  private static final List<String> COMPLETE =
      List.of("flatgeobuf", "geopackage", "geoparquet", TABLE);

  @TempDir private Path folder;

  /** A feature; attributes under names that their types have. */
  private record Made(long id, Geometry geometry, Map<String, Object> attributes) {}

  private static Made made(long id, String wkt) {
    return new Made(id, new WellKnownText(SHAPES).read(wkt), Map.of());
  }

  private static Made made(long id, Map<String, Object> attributes) {
    return new Made(id, SHAPES.createPoint(new Coordinate(id % 7, 1)), attributes);
  }

  private static Map<String, Object> values(Object... namesAndValues) {
    Map<String, Object> values = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return values;
  }

  private static final Map<String, AttributeType> TYPES = new TreeMap<>();

  static {
    TYPES.put("text", AttributeType.TEXT);
    TYPES.put("whole", AttributeType.INTEGER);
    TYPES.put("real", AttributeType.REAL);
    TYPES.put("truth", AttributeType.BOOLEAN);
    TYPES.put("bytes", AttributeType.BYTES);
    TYPES.put("day", AttributeType.DATE);
    TYPES.put("moment", AttributeType.MOMENT);
  }

  /** The features that have a fact of the page. */
  private static List<Made> features(String fact) {
    return switch (fact) {
      case "types" ->
          List.of(
              made(
                  1,
                  values(
                      "text",
                      "1.10",
                      "whole",
                      1L << 60,
                      "real",
                      1.0,
                      "truth",
                      true,
                      "bytes",
                      new byte[] {0, -1},
                      "day",
                      LocalDate.of(2024, 2, 29),
                      "moment",
                      Instant.parse("2024-02-29T12:00:00.5Z"))),
              made(2, values("text", "7E10", "whole", -1L, "real", 2.5, "truth", false)));
      case "null" ->
          List.of(
              made(1, values("text", "", "whole", null)),
              made(2, values("text", null, "whole", null)));
      case "id" -> List.of(made(Long.MIN_VALUE, Map.of()), made(7, Map.of()), made(3, Map.of()));
      case "coordinate system", "coordinate system without EPSG code" ->
          List.of(made(1, "POINT (500000 5600000)"));
      case "z" -> List.of(made(1, "LINESTRING Z(1 2 NaN, 3 4 5)"), made(2, "POINT (1 2)"));
      case "m" -> List.of(made(1, "POINT ZM(1 2 3 4)"), made(2, "POINT M(1 2 4)"));
      case "precision" ->
          List.of(made(1, "POINT (0.1 0.30000000000000004)"), made(2, "POINT (1E-300 1E300)"));
      case "collections" ->
          List.of(
              made(1, "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))"),
              made(2, "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POLYGON ((0 0, 1 0, 0 1, 0 0))))"));
      case "no geometry" -> List.of(new Made(3, null, Map.of()), made(2, "POINT (1 2)"));
      case "empty geometries" -> List.of(made(1, "POINT EMPTY"), made(2, "POINT (1 2)"));
      default -> throw new IllegalArgumentException(fact);
    };
  }

  private Path write(String name, CoordinateSystem system, List<Made> features) {
    GeometryFacts.Finder shapes = new GeometryFacts.Finder();
    List<String> names = new ArrayList<>();
    features.forEach(
        each -> {
          shapes.add(
              each.id, each.geometry == null || each.geometry.isEmpty() ? null : each.geometry);
          each.attributes.keySet().stream().filter(key -> !names.contains(key)).forEach(names::add);
        });
    FeatureSchema schema =
        new FeatureSchema(
            shapes.facts(EntryKind.GEOMETRIES, system),
            names,
            names.stream().map(TYPES::get).toList(),
            List.of(),
            features.size(),
            List.of());
    Path file = folder.resolve(name);
    try (FeatureWriter writer =
        DataFormats.of(name, FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (Made each : features) {
        writer.write(each.id, each.geometry, names.stream().map(each.attributes::get).toArray());
      }
    }
    return file;
  }

  private static FeatureCursor open(Path file) {
    return DataFiles.open(
        InputFile.named(file.toString()),
        file.toString(),
        FormatOptions.BY_ENDING,
        BadRowPolicy.STOP,
        RowForms.RECORDS);
  }

  private static String systemOf(FeatureCursor cursor) {
    CoordinateSystem system = cursor.coordinateSystem();
    return system + " " + system.definition();
  }

  private static String textOf(Geometry geometry) {
    return geometry == null ? "nothing" : WellKnownText.write(geometry.norm());
  }

  /** Content of a file: by line what a fact is about; an exception if it cannot be read. */
  private static List<String> read(Path file, String fact) {
    List<String> lines = new ArrayList<>();
    try (FeatureCursor cursor = open(file)) {
      while (cursor.next()) {
        lines.add(
            switch (fact) {
              case "types" -> attributes(cursor, true);
              case "null" -> attributes(cursor, false);
              case "id" -> Long.toString(cursor.id());
              case "coordinate system", "coordinate system without EPSG code" -> systemOf(cursor);
              default -> textOf(cursor.geometry());
            });
      }
    }
    Collections.sort(lines);
    return lines;
  }

  private static String attributes(FeatureCursor cursor, boolean typed) {
    Map<String, String> all = new TreeMap<>();
    for (int i = 0; i < cursor.attributeNames().size(); i++) {
      Object value = cursor.attribute(i);
      String text = value == null ? "nothing" : "'" + AttributeType.textOf(value) + "'";
      all.put(
          cursor.attributeNames().get(i),
          typed && value != null ? AttributeType.of(value) + " " + text : text);
    }
    return all.toString();
  }

  /** Outcome of one conversion. */
  private record Copy(Path file, boolean isRefused, List<String> notes) {}

  private Copy copy(Path from, String format, String name) throws IOException {
    Path file = folder.resolve(name + "." + FORMATS.get(format));
    if (!format.equals(TABLE)) {
      return run(file, "convert", from.toString(), file.toString(), "--json");
    }
    String directory = folder.resolve(name).toString();
    Copy table = run(file, "build", directory, "--table", "--data", from.toString(), "--json");
    if (table.isRefused) {
      return table;
    }
    Copy export = run(file, "export", directory, "--out", file.toString(), "--json");
    List<String> notes = new ArrayList<>(table.notes);
    notes.addAll(export.notes);
    return new Copy(file, export.isRefused, notes);
  }

  private static Copy run(Path file, String... command) throws IOException {
    Run run = Run.of(command);
    if (run.exitCode() != 0) {
      assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
      return new Copy(file, true, List.of());
    }
    List<String> notes = new ArrayList<>();
    JsonNode found = run.json().get("notes");
    if (found != null) {
      found.forEach(note -> notes.add(note.asText()));
      notes.forEach(note -> assertThat(run.err()).contains("flashgrove: " + note));
    }
    return new Copy(file, false, notes);
  }

  private String cell(String fact, String format) throws IOException {
    CoordinateSystem system =
        switch (fact) {
          case "coordinate system" -> CoordinateSystem.epsg(25832);
          case "coordinate system without EPSG code" ->
              CoordinateSystem.of("ESRI", "102001", "PROJCS[\"Albers\"]");
          default -> CoordinateSystem.UNKNOWN;
        };
    String name = fact.replace(' ', '_');
    Path from = write(name + "-from.gpkg", system, features(fact));
    Copy copy = copy(from, format, name + "-" + format);
    if (copy.isRefused) {
      return "refused";
    }
    boolean isKept = !fact.equals("empty geometries"); // which are read as none
    if (isKept && read(copy.file, fact).equals(read(from, fact))) {
      return "kept";
    }
    assertThat(copy.notes).as(fact + " in " + format + " is lost without a note").isNotEmpty();
    return "named";
  }

  /** The table of the page: by fact, then by format. */
  private static Map<String, Map<String, String>> page() throws IOException {
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    List<String> header = null;
    for (String line : Files.readAllLines(document())) {
      List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
      if (line.startsWith("| fact |")) {
        header = cells;
      } else if (header != null && line.startsWith("|") && !line.startsWith("|---")) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 2; i < cells.size() - 1; i++) {
          row.put(header.get(i), cells.get(i));
        }
        facts.put(cells.get(1), row);
      } else if (!line.startsWith("|")) {
        header = null;
      }
    }
    return facts;
  }

  private static Path document() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/data-formats.md"))) {
      root = Objects.requireNonNull(root.getParent());
    }
    return root.resolve("docs/data-formats.md");
  }

  @Test
  void thePageSaysOfEachFactAndFormatWhatARoundTripShows() throws IOException {
    Map<String, Map<String, String>> page = page();
    assertThat(page.keySet())
        .containsExactly(
            "types",
            "null",
            "id",
            "coordinate system",
            "coordinate system without EPSG code",
            "z",
            "m",
            "precision",
            "collections",
            "no geometry",
            "empty geometries");
    Map<String, Map<String, String>> shown = new LinkedHashMap<>();
    for (String fact : page.keySet()) {
      Map<String, String> row = new LinkedHashMap<>();
      for (String format : FORMATS.keySet()) {
        row.put(format, cell(fact, format));
      }
      shown.put(fact, row);
    }
    assertThat(shown).isEqualTo(page);
    assertThat(shown.values().stream().flatMap(row -> row.values().stream()))
        .filteredOn("refused"::equals)
        .hasSizeLessThanOrEqualTo(12);
    for (String fact :
        List.of(
            "coordinate system without EPSG code",
            "types",
            "null",
            "id",
            "coordinate system",
            "z",
            "m",
            "no geometry")) {
      COMPLETE.forEach(format -> assertThat(shown.get(fact)).containsEntry(format, "kept"));
    }
  }

  private static Coordinate vertex(Random random, int form) {
    CoordinateXYZM vertex =
        new CoordinateXYZM(
            Math.floor(random.nextDouble() * 1e9) / 1e7,
            random.nextDouble() * 80,
            Double.NaN,
            Double.NaN);
    if ((form & 1) != 0 && random.nextInt(4) > 0) {
      vertex.setZ(random.nextGaussian());
    }
    if ((form & 2) != 0 && random.nextInt(4) > 0) {
      vertex.setM(random.nextInt(1000));
    }
    return vertex;
  }

  private static Geometry shape(Random random, int kind, int form) {
    Coordinate a = vertex(random, form);
    return switch (kind) {
      case 0, 1 -> SHAPES.createPoint(a);
      case 2 -> SHAPES.createLineString(new Coordinate[] {a, vertex(random, form)});
      case 3 ->
          SHAPES.createPolygon(
              new Coordinate[] {a, vertex(random, form), vertex(random, form), a.copy()});
      case 4 -> SHAPES.createMultiPointFromCoords(new Coordinate[] {a, vertex(random, form)});
      case 5 -> SHAPES.buildGeometry(List.of(shape(random, 2, form), shape(random, 2, form)));
      case 6 -> SHAPES.buildGeometry(List.of(shape(random, 3, form), shape(random, 3, form)));
      default ->
          SHAPES.createGeometryCollection(
              new Geometry[] {shape(random, 1, form), shape(random, random.nextInt(7), form)});
    };
  }

  private static Map<String, Object> attributes(Random random) {
    String[] texts = {"", "x", "1.10", "007", "a, \"b\"\n", "\u00e4\u4e2d", "true", "1e5"};
    Map<String, Object> all = new TreeMap<>();
    all.put("text", texts[random.nextInt(texts.length)]);
    all.put("whole", random.nextLong() >> random.nextInt(64));
    all.put("real", random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20));
    all.put("truth", random.nextBoolean());
    all.put("bytes", new byte[] {(byte) random.nextInt(), -1});
    all.put("day", LocalDate.ofEpochDay(random.nextInt(40_000)));
    // GeoParquet keeps microseconds
    all.put("moment", Instant.ofEpochSecond(random.nextInt(), 1_000L * random.nextInt(1_000_000)));
    all.replaceAll((name, value) -> random.nextInt(5) == 0 ? null : value);
    return all;
  }

  private static List<Made> random(int count) {
    Random random = Seeds.random();
    List<Made> features = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long id = (long) random.nextInt() * count + i;
      int form = random.nextInt(4);
      Geometry shape = random.nextInt(20) == 0 ? null : shape(random, random.nextInt(8), form);
      features.add(new Made(id, shape, attributes(random)));
    }
    return features;
  }

  /** Content of a file, without what formats on the way lose as the page says. */
  private static List<String> content(Path file, List<String> way) {
    List<String> lines = new ArrayList<>();
    boolean isTyped = COMPLETE.containsAll(way);
    try (FeatureCursor cursor = open(file)) {
      while (cursor.next()) {
        Geometry geometry = cursor.geometry();
        if (geometry == null && way.contains("wkt")) {
          continue;
        }
        if (geometry != null && way.contains("geojson")) {
          geometry.apply((Coordinate vertex) -> setNoMeasure(vertex));
        }
        String line = textOf(geometry);
        if (!way.contains("wkt")) {
          line += " " + cursor.id() + " " + attributes(cursor, isTyped);
        }
        lines.add(line);
      }
    }
    Collections.sort(lines);
    return lines;
  }

  private static void setNoMeasure(Coordinate vertex) {
    if (!Double.isNaN(vertex.getM())) {
      vertex.setM(Double.NaN);
    }
  }

  private static void requireEqual(Path copy, Path original, List<String> way) {
    List<String> lines = content(copy, way);
    List<String> expected = content(original, way);
    assertThat(lines).as(way.toString()).hasSameSizeAs(expected);
    for (int i = 0; i < lines.size(); i++) {
      assertThat(lines.get(i)).as(way.toString()).isEqualTo(expected.get(i));
    }
  }

  private void goThroughEveryPair(int count) throws IOException {
    Path from = write("random.gpkg", CoordinateSystem.UNKNOWN, random(count));
    for (String first : FORMATS.keySet()) {
      Copy once = copy(from, first, "once-" + first);
      assertThat(once.isRefused).as(first).isFalse();
      requireEqual(once.file, from, List.of(first));
      for (String second : FORMATS.keySet()) {
        List<String> way = List.of(first, second);
        Copy twice = copy(once.file, second, "twice-" + first + "-" + second);
        assertThat(twice.isRefused).as(way.toString()).isFalse();
        requireEqual(twice.file, from, way);
      }
    }
  }

  @Test
  void featuresGoThroughEveryPairOfFormatsAsThePageSays() throws IOException {
    goThroughEveryPair(60);
  }

  @Test
  @Tag("long")
  void manyFeaturesGoThroughEveryPairOfFormatsAsThePageSays() throws IOException {
    goThroughEveryPair(100_000);
  }
}
