package org.flashgrove.datasets.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.WellKnownText;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.geojson.GeoJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** What one format says, another says, too; damaged files end in one line. */
class RoundTripTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  @TempDir Path folder;

  private static List<String> read(Path file) {
    List<String> features = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file.toString(), BadRowPolicy.STOP)) {
      while (cursor.next()) {
        Map<String, Object> attributes = new TreeMap<>(); // names may come later where values lack
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          Object value = cursor.attribute(i);
          if (value != null) {
            attributes.put(cursor.attributeNames().get(i), value);
          }
        }
        features.add(
            cursor.id() + " " + WellKnownText.write(cursor.geometry().norm()) + " " + attributes);
      }
    }
    features.sort(null); // FlatGeobuf has an order of its own
    return features;
  }

  private static void convert(Path from, Path to) {
    FeatureSchema schema;
    try (FeatureCursor cursor = DataFiles.open(from.toString(), BadRowPolicy.STOP)) {
      schema = FeatureSchema.of(cursor, () -> {});
    }
    try (FeatureCursor cursor = DataFiles.open(from.toString(), BadRowPolicy.STOP);
        FeatureWriter writer =
            DataFormats.of(to.toString(), FormatOptions.BY_ENDING).create(to.toString(), schema)) {
      while (cursor.next()) {
        writer.write(cursor.id(), cursor.geometry(), schema.valuesOf(cursor));
      }
    }
  }

  private static Coordinate corner(Random random) {
    return new Coordinate(
        random.nextGaussian() * Math.pow(10, random.nextInt(9) - 6), random.nextGaussian());
  }

  private static Geometry shape(Random random, int kind) {
    Coordinate a = corner(random);
    Coordinate b = corner(random);
    Coordinate c = corner(random);
    return switch (kind) {
      case 0 -> SHAPES.createPoint(a);
      case 1 -> SHAPES.createLineString(new Coordinate[] {a, b, c});
      case 2 -> SHAPES.createPolygon(new Coordinate[] {a, b, c, a});
      case 3 -> SHAPES.createMultiPointFromCoords(new Coordinate[] {a, b});
      case 4 -> SHAPES.buildGeometry(List.of(shape(random, 1), shape(random, 1)));
      case 5 -> SHAPES.buildGeometry(List.of(shape(random, 2), shape(random, 2)));
      default -> SHAPES.buildGeometry(List.of(shape(random, 0), shape(random, 2)));
    };
  }

  /** A file of random features with attributes, in GeoJSON, which alone has types of its own. */
  private Path made(Random random, int count, boolean mixed, int kinds) throws IOException {
    Path file = folder.resolve("made.geojsonl");
    List<String> lines = new ArrayList<>();
    int kind = random.nextInt(kinds);
    for (int i = 0; i < count; i++) {
      Geometry shape = shape(random, mixed ? random.nextInt(kinds) : kind);
      lines.add(
          "{\"type\":\"Feature\",\"id\":"
              + (random.nextInt(1000) * 1000L + i - 500_000)
              + ",\"properties\":{\"a name\":"
              + (random.nextBoolean() ? "null" : "\"x, \\\"y\\\" \u00e4\u4e2d" + i + "\"")
              + ",\"whole\":"
              + random.nextLong()
              + ",\"real\":"
              + random.nextGaussian()
              + "},\"geometry\":"
              + GeoJson.geometry(shape)
              + "}");
    }
    return Files.write(file, lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.csv.gz", "a.geojson", "a.geojson.gz", "a.fgb", "a.gpkg"})
  void nothingIsLost(String name) throws IOException {
    Random random = Seeds.random();
    int kinds = name.endsWith("fgb") ? 6 : 7; // collections are refused
    for (int i = 0; i < 6; i++) {
      Path made = made(random, random.nextInt(60) + 1, i % 2 == 0, kinds);
      Path copy = folder.resolve(name);
      convert(made, copy);
      assertThat(read(copy)).isEqualTo(read(made));
      Path back = folder.resolve("back.geojson");
      convert(copy, back);
      assertThat(read(back)).isEqualTo(read(made));
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("made.geojsonl", name, "back.geojson");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.geojson", "a.fgb", "a.gpkg", "a.wkt"})
  void pointsAndNothingElse(String name) throws IOException {
    Path points = folder.resolve("points.csv");
    Files.writeString(points, "id,lon,lat,id_\n7,1.5,-2,a\n8,3,4,\n");
    Path copy = folder.resolve(name);
    convert(points, copy);
    try (FeatureCursor cursor = DataFiles.open(copy.toString(), BadRowPolicy.STOP)) {
      FeatureSchema schema = FeatureSchema.of(cursor, () -> {});
      assertThat(schema.count()).isEqualTo(2);
      assertThat(schema.geometryType()).isEqualTo("Point");
      assertThat(schema.coordinateSystem().isWgs84()).isEqualTo(!name.endsWith("wkt"));
    }
    Path empty = folder.resolve("empty.csv");
    Files.writeString(empty, "id,x,y\n");
    convert(empty, copy);
    if (!name.endsWith("geojson") && !name.endsWith("wkt")) {
      assertThat(read(copy)).isEmpty();
    }
  }

  @Test
  void aGeoPackageHoldsEachIdOnce() throws IOException {
    Path twice = folder.resolve("twice.csv");
    Files.writeString(twice, "id,x,y\n1,1,1\n1,2,2\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> convert(twice, folder.resolve("a.gpkg")))
        .withMessageContaining("an id occurs twice, but a GeoPackage needs unique ids");
  }

  @Test
  void unknownFormatsAndStrangeOptionsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataFormats.of("a", FormatOptions.named("shp")))
        .withMessage("--format shp (allowed: csv, geojson, wkt, osm, flatgeobuf, geopackage)");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                DataFiles.open("a.fgb", FormatOptions.BY_ENDING.withLayer("x"), BadRowPolicy.STOP))
        .withMessage(
            "format flatgeobuf: has no layers; set a layer only for osm, geopackage, geoparquet");
  }

  @Test
  void aFormatOfAnotherModuleNamesItsArtifact() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DataFormats.of("a.parquet", FormatOptions.BY_ENDING))
        .withMessage(
            "a.parquet: GeoParquet is not available; add the artifact flashgrove-geoparquet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.fgb", "a.gpkg"})
  void damagedFilesEndInOneLine(String name) throws IOException {
    Random random = Seeds.random();
    Path copy = folder.resolve(name);
    convert(made(random, 30, true, 6), copy);
    byte[] good = Files.readAllBytes(copy);
    for (int i = 0; i < 100; i++) {
      byte[] bad = i % 3 == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good;
      bad = bad.clone();
      for (int k = 0; k < 1 + i % 5 && bad.length > 0; k++) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt();
      }
      Files.write(copy, bad);
      try {
        read(copy);
      } catch (InputException e) {
        assertThat(e.getMessage()).startsWith(copy.toString()).contains("; allowed: ");
      } catch (UncheckedIOException e) {
        throw new AssertionError("the file is to blame, not the device", e);
      }
    }
  }

  @Test
  void otherFilesAreRefused() throws IOException {
    for (String name : List.of("a.fgb", "a.gpkg", "a.geojson")) {
      Path file = folder.resolve(name);
      Files.writeString(file, "id,x,y\n1,2,3\n".repeat(1000));
      assertThatThrownBy(() -> read(file))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("; allowed: ");
    }
  }
}
