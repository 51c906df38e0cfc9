package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables on the command line: built from WKT, asked exactly, scanned by every path. */
class TableCommandsTest {
  @TempDir private Path directory;

  private String store;
  private String data;

  /** Triangles, whose rectangles are twice as large. */
  private void build(String... more) throws IOException {
    Random random = Seeds.random();
    StringBuilder rows = new StringBuilder("id,wkt\n");
    for (int id = 1; id <= 2000; id++) {
      int x = random.nextInt(1000);
      int y = random.nextInt(1000);
      int side = 1 + random.nextInt(80);
      rows.append(id)
          .append(",\"POLYGON ((")
          .append(x + " " + y + ", " + (x + side) + " " + y + ", ")
          .append(x + " " + (y + side) + ", " + x + " " + y)
          .append("))\"\n");
    }
    data = directory.resolve("triangles.csv").toString();
    Files.writeString(Path.of(data), rows);
    store = directory.resolve("table").toString();
    String[] args = {"build", store, "--data", data, "--table", "--device", "buffered", "--json"};
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    Run run = Run.ok(all);
    assertThat(run.json().get("table").get("records").asInt()).isEqualTo(2000);
    assertThat(run.json().get("table").get("pages").asInt()).isPositive();
  }

  private JsonNode scan(String... more) throws IOException {
    String[] args = {"scan", store, "--json"};
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    Run run = Run.ok(all);
    return run.json();
  }

  @Test
  void queriesOfATableAreExact() throws IOException {
    build();
    Run query = Run.ok("query", store, "--window", "100,100,300,300", "--verify", data, "--json");
    JsonNode json = query.json();
    assertThat(json.get("verified").asBoolean()).isTrue();
    assertThat(json.get("candidates").asInt()).isGreaterThanOrEqualTo(json.get("results").asInt());
    assertThat(json.get("table").get("records").asInt()).isEqualTo(2000);
    for (String predicate : new String[] {"disjoint", "contains"}) {
      Run.ok(
          "query",
          store,
          "--window",
          "100,100,300,300",
          "--verify",
          data,
          "--predicate",
          predicate);
    }
    Run list = Run.of("query", store, "--point", "100,100");
    assertThat(list.out()).startsWith("id,wkt\n");
    Run.ok("check", store);
    assertThat(Run.of("stats", store).out())
        .contains("index geom: grove:domain=", ", 2,000 entries");
  }

  @Test
  void queriesByDistanceAndByTheFilterAlone() throws IOException {
    build();
    String[] window = {"query", store, "--window", "100,100,300,300", "--verify", data, "--json"};
    int exact = Run.of(window).json().get("results").asInt();
    String[] line = {"query", store, "--geometry", "LINESTRING (0 0, 900 800)", "--json"};
    int crossed = Run.of(line).json().get("results").asInt();
    Run filter = Run.ok(with(line, "--filter-only", "--verify", data));
    assertThat(filter.json().get("results").asInt()).isGreaterThan(crossed);
    // a full scan looks at all records
    assertThat(filter.json().get("candidates").asInt())
        .isIn(filter.json().get("results").asInt(), 2000);
    Run near = Run.ok(with(window, "--radius", "12.5"));
    assertThat(near.json().get("results").asInt()).isBetween(exact + 1, 2000);
    Run.ok(
        "query",
        store,
        "--geometry",
        "LINESTRING (0 0, 500 400)",
        "--radius",
        "3",
        "--verify",
        data,
        "--count");
  }

  private static String[] with(String[] args, String... more) {
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return all;
  }

  @Test
  void answersAreGeoJson() throws IOException {
    build();
    Run list = Run.of("query", store, "--window", "0,0,200,200", "--format", "geojson");
    JsonNode collection = list.json();
    Run count = Run.of("query", store, "--window", "0,0,200,200", "--count");
    assertThat(collection.get("features")).hasSize(Integer.parseInt(count.out().strip()));
    JsonNode feature = collection.get("features").get(0);
    assertThat(feature.get("id").asLong()).isPositive();
    assertThat(feature.get("geometry").get("type").asText()).isEqualTo("Polygon");
    assertThat(feature.get("geometry").get("coordinates").get(0)).hasSize(4);
    Run none = Run.of("query", store, "--point", "-5,-5", "--format", "geojson");
    assertThat(none.json().get("features")).isEmpty();
  }

  @Test
  void nearestIsByTheGeometriesThemselves() throws IOException {
    build();
    Run near = Run.ok("nearest", store, "--point", "512.5,300.25", "-k", "25", "--verify", data);
    assertThat(near.out()).startsWith("id,distance,minx,miny,maxx,maxy,wkt\n");
    assertThat(near.out().lines()).hasSize(26);
    Run far =
        Run.of("nearest", store, "--point", "-900,2000", "-k", "7", "--verify", data, "--json");
    assertThat(far.json().get("verified").asBoolean()).isTrue();
    assertThat(far.json().get("results").asInt()).isEqualTo(7);
    assertThat(far.json().get("neighbours").get(0).get("wkt").asText()).startsWith("POLYGON");
    double rectangle = distanceOfRectangle(far.json().get("neighbours").get(0));
    assertThat(far.json().get("neighbours").get(0).get("distance").asDouble())
        .isGreaterThanOrEqualTo(rectangle);
    Run other = Run.withInput("id,x,y\n-1,1,1\n", "insert", store, "--data", "-");
    assertThat(other.exitCode()).isZero();
    Run all = Run.of("nearest", store, "--point", "1,1", "-k", "5000", "--verify", data);
    assertThat(all.exitCode()).as("one that the file does not have").isEqualTo(1);
  }

  private static double distanceOfRectangle(JsonNode neighbour) {
    double dx = neighbour.get("minx").asDouble() + 900;
    double dy = 2000 - neighbour.get("maxy").asDouble();
    return Math.hypot(dx, dy);
  }

  @Test
  void everyPathGivesTheSame() throws IOException {
    build("--index", "boxes=hilbert", "--index", "bplus");
    String checksum = null;
    for (String path : new String[] {"fts", "idx", "sidx"}) {
      JsonNode json =
          scan("--path", path, "--window", "0,0,500,400", "--from-key", "100", "--cache", "32K");
      checksum = checksum == null ? json.get("idChecksum").asText() : checksum;
      assertThat(json.get("idChecksum").asText()).isEqualTo(checksum);
      assertThat(json.get("results").asInt()).isPositive();
      assertThat(json.get("path").asText()).isEqualTo(path);
      assertThat(json.get("table").get("pages").asInt()).isPositive();
    }
    JsonNode sorted = scan("--path", "sidx", "--cache", "32K");
    assertThat(sorted.get("index").asText()).isEqualTo("key");
    assertThat(sorted.get("results").asInt()).isEqualTo(2000);
    assertThat(sorted.get("pagesRead").asInt()).isEqualTo(sorted.get("distinctPages").asInt());
    Run list = Run.of("scan", store, "--path", "idx", "--to-key", "3");
    assertThat(list.out().lines()).hasSize(4);
    assertThat(list.err()).contains("idx by key: 3 records of 2,000");
  }

  @Test
  void zAndMAreKept() throws IOException {
    String rows =
        "id,wkt\n1,\"POINT Z(1 2 3)\"\n2,\"LINESTRING M(1 2 3, 4 5 6)\"\n3,\"POINT ZM(1 2 3 4)\"\n";
    String fresh = directory.resolve("z").toString();
    Run build =
        Run.withInput(rows, "build", fresh, "--table", "--device", "buffered", "--data", "-");
    assertThat(build.exitCode()).as(build.err()).isZero();
    Run all = Run.of("query", fresh, "--window", "0,0,9,9");
    assertThat(all.out()).isEqualTo(rows);
  }

  @Test
  void impossibleArgumentsAreRefused() throws IOException {
    build();
    assertRefused("fts, idx, sidx", "scan", store, "--path", "bitmap");
    assertRefused("geom, key", "scan", store, "--path", "idx", "--index", "other");
    assertRefused(
        "one of them", "query", store, "--point", "1,1", "--radius", "2", "--predicate", "inside");
    assertRefused(
        "0 to 1.7976931348623157E308", "query", store, "--point", "1,1", "--radius", "-2");
    assertRefused("csv, geojson, wkt", "query", store, "--point", "1,1", "--format", "xml");
    assertRefused("1 or more", "nearest", store, "--point", "1,1", "-k", "0");
    assertRefused("--point", "nearest", store, "--point", "1,one");
    String other = directory.resolve("other").toString();
    assertRefused("--bulk", "build", other, "--data", data, "--table", "--bulk", "str");
    assertRefused("--table", "build", other, "--data", data, "--index", "rstar", "--index", "xbr");
    assertThat(Files.exists(Path.of(other))).isFalse();
    Run create = Run.of("create", other, "--table", "--device", "buffered", "--json");
    assertThat(create.json().get("table").get("records").asInt()).isZero();
  }

  private static void assertRefused(String part, String... args) {
    Run run = Run.of(args);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err()).contains(part);
  }
}
