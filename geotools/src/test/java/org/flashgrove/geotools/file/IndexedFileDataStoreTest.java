package org.flashgrove.geotools.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.EntryKind;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FeatureWriter;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.GeometryFacts;
import org.flashgrove.datasets.format.DataFormats;
import org.flashgrove.sidecar.FileIndex;
import org.geotools.api.data.DataStore;
import org.geotools.api.data.DataStoreFinder;
import org.geotools.api.data.Query;
import org.geotools.api.data.SimpleFeatureSource;
import org.geotools.api.feature.simple.SimpleFeature;
import org.geotools.api.filter.Filter;
import org.geotools.api.filter.sort.SortOrder;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.geotools.factory.CommonFactoryFinder;
import org.geotools.filter.text.ecql.ECQL;
import org.geotools.geometry.jts.ReferencedEnvelope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Queries of an indexed file through GeoTools find the features that pass the filter. */
class IndexedFileDataStoreTest {
  private static final GeometryFactory SHAPES = new GeometryFactory();

  @TempDir private Path folder;
  private Path file;

  private void write(String ending) {
    Random random = Seeds.random();
    file = folder.resolve("parcels." + ending);
    FeatureSchema schema =
        new FeatureSchema(
            GeometryFacts.planar(EntryKind.GEOMETRIES, null, 0, Optional.empty()),
            List.of("name", "geometry", "size", "flag"),
            List.of(
                AttributeType.TEXT,
                AttributeType.INTEGER,
                AttributeType.REAL,
                AttributeType.BOOLEAN),
            List.of(),
            0,
            List.of());
    try (FeatureWriter writer =
        DataFormats.of(file.toString(), FormatOptions.BY_ENDING).create(file.toString(), schema)) {
      for (int i = 0; i < 600; i++) {
        Coordinate at = new Coordinate(random.nextInt(20), random.nextInt(20));
        Geometry shape = SHAPES.createPoint(at);
        writer.write(
            1_000L + i,
            i % 3 == 0 ? shape : shape.buffer(random.nextDouble() * 2, 1),
            new Object[] {"n" + i % 50, (long) i, i / 4.0, i % 7 == 0 ? null : i % 2 == 0});
      }
    }
    FileIndex.build(file).close();
  }

  private DataStore open() throws IOException {
    return DataStoreFinder.getDataStore(Map.of("dbtype", "flashgrove-file", "file", file.toFile()));
  }

  private static List<SimpleFeature> read(SimpleFeatureSource source, Query query)
      throws IOException {
    List<SimpleFeature> found = new ArrayList<>();
    try (SimpleFeatureIterator all = source.getFeatures(query).features()) {
      while (all.hasNext()) {
        found.add(all.next());
      }
    }
    return found;
  }

  private static List<String> ids(List<SimpleFeature> features) {
    return features.stream().map(SimpleFeature::getID).toList();
  }

  private static String condition(Random random, int depth) {
    double x = random.nextInt(20);
    double y = random.nextInt(20);
    String area =
        String.format(
            Locale.ROOT, "POLYGON((%s %s,%s %s,%s %s,%s %s))", x, y, x + 4, y, x, y + 5, x, y);
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> "BBOX(geometry," + x + "," + y + "," + (x + 3) + "," + (y + 4) + ")";
      case 1 ->
          List.of("INTERSECTS", "WITHIN", "TOUCHES", "OVERLAPS", "CROSSES", "DISJOINT")
                  .get(random.nextInt(6))
              + "(geometry,"
              + area
              + ")";
      case 2 -> "CONTAINS(" + area + ",geometry)";
      case 3 -> "DWITHIN(geometry,POINT(" + x + " " + y + "),3,meters)";
      case 4 -> "size < " + random.nextInt(150);
      case 5 -> "INTERSECTS(buffer(geometry,2),POINT(" + x + " " + y + "))";
      case 6 -> "NOT (" + condition(random, depth - 1) + ")";
      case 7 -> "(" + condition(random, depth - 1) + ") AND (" + condition(random, depth - 1) + ")";
      default -> "(" + condition(random, depth - 1) + ") OR (" + condition(random, depth - 1) + ")";
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson", "gpkg"})
  void queriesFindWhatTheFilterAccepts(String ending) throws Exception {
    write(ending);
    Random random = Seeds.random();
    DataStore store = open();
    try {
      assertThat(store.getTypeNames()).containsExactly("parcels");
      SimpleFeatureSource source = store.getFeatureSource("parcels");
      List<SimpleFeature> all = read(source, Query.ALL);
      assertThat(all).hasSize(600);
      assertThat(source.getCount(Query.ALL)).isEqualTo(600);
      for (SimpleFeature each : all) {
        assertThat(source.getBounds().contains(each.getBounds())).isTrue();
      }
      for (int i = 0; i < Repetitions.of(150, 3_000); i++) {
        String text = condition(random, 2);
        Filter filter = ECQL.toFilter(text);
        List<String> expected = ids(all.stream().filter(filter::evaluate).toList());
        Query query = new Query("parcels", filter);
        assertThat(ids(read(source, query))).as(text).isEqualTo(expected);
        assertThat(source.getFeatures(query).size()).isEqualTo(expected.size());
      }
    } finally {
      store.dispose();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson", "gpkg"})
  void valuesHaveTheClassesOfTheirTypes(String ending) throws IOException {
    write(ending);
    DataStore store = open();
    try {
      SimpleFeatureSource source = store.getFeatureSource("parcels");
      SimpleFeature feature = read(source, Query.ALL).get(4);
      assertThat(feature.getID()).isEqualTo("parcels.1004");
      assertThat(feature.getAttribute("name")).isEqualTo("n4");
      assertThat(feature.getAttribute("geometry_")).isEqualTo(4L);
      assertThat(feature.getAttribute("size")).isEqualTo(1.0);
      assertThat(feature.getAttribute("flag")).isEqualTo(true);
      assertThat(feature.getDefaultGeometry()).isInstanceOf(Geometry.class);
      assertThat(source.getSchema().getCoordinateReferenceSystem() != null)
          .isEqualTo(ending.equals("geojson"));
      Query page = new Query("parcels", Filter.INCLUDE, 3, new String[] {"size"}, null);
      page.setStartIndex(2);
      page.setSortBy(CommonFactoryFinder.getFilterFactory().sort("size", SortOrder.DESCENDING));
      assertThat(read(source, page).stream().map(each -> each.getAttribute("size")))
          .containsExactly(597 / 4.0, 596 / 4.0, 595 / 4.0);
      ReferencedEnvelope read = new ReferencedEnvelope();
      page.setPropertyNames(Query.ALL_NAMES);
      read(source, page)
          .forEach(each -> read.expandToInclude(new ReferencedEnvelope(each.getBounds())));
      assertThat(new Envelope(source.getFeatures(page).getBounds()))
          .isEqualTo(new Envelope(read))
          .isNotEqualTo(new Envelope(source.getBounds()));
    } finally {
      store.dispose();
    }
  }

  @Test
  void aLongShapeMeetsTwoDistantAreas() throws Exception {
    file = folder.resolve("lines.geojson");
    Files.writeString(
        file,
        "{\"type\":\"Feature\",\"properties\":{},\"geometry\":"
            + "{\"type\":\"LineString\",\"coordinates\":[[0,0],[9,9]]}}");
    FileIndex.build(file).close();
    DataStore store = open();
    Filter both = ECQL.toFilter("BBOX(geometry,0,0,1,1) AND BBOX(geometry,8,8,9,9)");
    assertThat(read(store.getFeatureSource("lines"), new Query("lines", both))).hasSize(1);
    store.dispose();
  }

  @Test
  void filesThatChangedAreRefused() throws IOException {
    write("csv");
    DataStore store = open();
    SimpleFeatureSource source = store.getFeatureSource("parcels");
    assertThat(read(source, Query.ALL)).hasSize(600);
    Files.writeString(file, "id,x,y,other\n1,2,3,4\n");
    assertThatThrownBy(() -> read(source, Query.ALL))
        .hasStackTraceContaining(file + ": changed after it was indexed; run ");
    assertThatThrownBy(this::open)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": changed after it was indexed; run ");
    FileIndex.build(file).close();
    assertThatThrownBy(() -> read(source, Query.ALL))
        .hasStackTraceContaining(file + ": the file has other attributes now");
    store.dispose();
    DataStore again = open();
    assertThat(read(again.getFeatureSource("parcels"), Query.ALL)).hasSize(1);
    again.dispose();
  }

  @Test
  void onlyIndexedFilesAreOpened() throws IOException {
    File none = folder.resolve("none.csv").toFile();
    Files.writeString(none.toPath(), "id,x,y\n1,2,3\n");
    IndexedFileDataStoreFactory factory = new IndexedFileDataStoreFactory();
    Map<String, Object> params = Map.of("dbtype", "flashgrove-file", "file", none);
    assertThat(factory.isAvailable()).isTrue();
    assertThat(factory.canProcess(params)).isTrue();
    assertThat(factory.canProcess(Map.of("dbtype", "flashgrove", "file", none))).isFalse();
    assertThatThrownBy(() -> factory.createDataStore(params))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(none + ": has no index; run ");
    assertThatThrownBy(() -> factory.createNewDataStore(params))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("data files are read-only");
  }
}
