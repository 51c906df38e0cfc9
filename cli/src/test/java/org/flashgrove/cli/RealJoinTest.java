package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.flashgrove.access.join.JoinQuery;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.prep.PreparedGeometry;
import org.locationtech.jts.geom.prep.PreparedGeometryFactory;
import org.locationtech.jts.index.strtree.STRtree;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKTReader;

/**
 * Joins of real sets beside those JTS makes with its STRtree, from a folder {@code shared/data}
 * beside the checkout; left out where there is none. Each set is an index of another kind.
 */
class RealJoinTest {
  @TempDir private Path directory;

  /** Geometries of a file; the id is the position plus 1. */
  private static List<Geometry> read(String name) throws IOException {
    List<Geometry> geometries = new ArrayList<>();
    WKTReader reader = new WKTReader();
    try (InputStreamReader text =
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SharedFiles.file(name))),
                StandardCharsets.UTF_8);
        var rows =
            CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get().parse(text)) {
      for (CSVRecord row : rows) {
        geometries.add(reader.read(row.get("wkt")));
      }
    } catch (ParseException e) {
      throw new IOException(e);
    }
    return geometries;
  }

  private static Table table(String index) {
    return Table.create(
        Path.of("unused"),
        TableOptions.defaults()
            .withIndex("geom", index)
            .withDevice("memory")
            .withSync(SyncMode.CLOSE));
  }

  /** Inserts geometries. Returns the position of each plus 1, by its RID. */
  private static Map<Long, Integer> fill(Table table, List<Geometry> geometries) {
    Map<Long, Integer> positions = new HashMap<>();
    for (Geometry geometry : geometries) {
      int position = positions.size() + 1;
      positions.put(table.insert(position, geometry, ByteBuffer.allocate(0)), position);
    }
    return positions;
  }

  private static void compare(String leftFile, String rightFile) throws IOException {
    List<Geometry> leftObjects = read(leftFile);
    List<Geometry> rightObjects = read(rightFile);
    STRtree index = new STRtree();
    for (int i = 0; i < rightObjects.size(); i++) {
      index.insert(rightObjects.get(i).getEnvelopeInternal(), i);
    }
    List<String> boxes = new ArrayList<>();
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < leftObjects.size(); i++) {
      int left = i;
      PreparedGeometry prepared = PreparedGeometryFactory.prepare(leftObjects.get(i));
      index.query(
          leftObjects.get(i).getEnvelopeInternal(),
          right -> {
            String pair = (left + 1) + " " + ((Integer) right + 1);
            boxes.add(pair);
            if (prepared.intersects(rightObjects.get((Integer) right))) {
              pairs.add(pair);
            }
          });
    }
    try (Table left = table("rstar");
        Table right = table("grove")) {
      Map<Long, Integer> lefts = fill(left, leftObjects);
      Map<Long, Integer> rights = fill(right, rightObjects);
      JoinQuery join = JoinQuery.of(left).with(right);
      List<String> foundBoxes = new ArrayList<>();
      join.byBounds().forEach((a, b) -> foundBoxes.add(lefts.get(a) + " " + rights.get(b)));
      assertSame(foundBoxes, boxes);
      List<String> found = new ArrayList<>();
      join.forEach((a, b) -> found.add(lefts.get(a) + " " + rights.get(b)));
      assertSame(found, pairs);
    }
    System.out.printf(
        "%s (%,d) with %s (%,d): %,d pairs of rectangles, %,d of geometries, as JTS%n",
        leftFile, leftObjects.size(), rightFile, rightObjects.size(), boxes.size(), pairs.size());
  }

  private static void assertSame(List<String> found, List<String> expected) {
    found.sort(null);
    expected.sort(null);
    assertThat(expected).isNotEmpty();
    assertThat(found.equals(expected))
        .as("%d pairs where JTS has %d", found.size(), expected.size())
        .isTrue();
  }

  @Test
  void buildingsWithStreets() throws IOException {
    compare("sample/itu_buildings.csv.gz", "sample/itu_streets.csv.gz");
  }

  @Test
  void buildingsWithHighways() throws IOException {
    compare("osm/liechtenstein_highways.csv.gz", "osm/liechtenstein_buildings.csv.gz");
  }

  @Test
  @Tag("long")
  void parcelsWithStreets() throws IOException {
    compare("polygons/br_contagem_parcels.csv.gz", "lines/br_streets.csv.gz");
  }

  @Test
  void theCommandJoinsStores() throws IOException {
    String buildings = directory.resolve("buildings").toString();
    String streets = directory.resolve("streets").toString();
    build(buildings, "sample/itu_buildings_mbr.csv.gz");
    build(streets, "sample/itu_streets.csv.gz");
    Run json = Run.ok("join", buildings, streets, "--json");
    assertThat(json.err()).contains("candidates");
    long pairs = json.json().get("results").asLong();
    Run listed = Run.of("join", buildings, streets);
    assertThat(listed.out().lines().count()).isEqualTo(1 + pairs);
    Run itself = Run.of("join", buildings, buildings, "--predicate", "equals", "--count");
    assertThat(Long.parseLong(itself.out().trim())).isGreaterThanOrEqualTo(17117);
    assertThat(Run.of("join", buildings, streets, "--predicate", "disjoint").exitCode())
        .isEqualTo(2);
    Run.ok("join", buildings, buildings, "--radius", "0.00001", "--json");
  }

  private static void build(String store, String file) {
    Run.ok("build", store, "--data", SharedFiles.file(file).toString(), "--device", "buffered");
  }
}
