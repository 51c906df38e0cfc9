package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.flashgrove.access.table.Table;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;

/** Insertions, deletions and updates of tables on the command line. */
class TableMaintenanceTest {
  private static final String TRIANGLES =
      "id,wkt\n"
          + "1,\"POLYGON ((0 0, 4 0, 0 4, 0 0))\"\n"
          + "2,\"POLYGON ((10 0, 14 0, 10 4, 10 0))\"\n"
          + "3,POINT (7 7)\n"
          + "4,\"LINESTRING (0 9, 9 9)\"\n";

  @TempDir private Path directory;

  private String table;

  private void build(String rows, String... indices) {
    table = directory.resolve("table").toString();
    String[] args = {"build", table, "--data", "-", "--table", "--device", "buffered"};
    String[] small = {"--flash", "none:frames=16", "--cache", "64K", "--sync", "close"};
    Stream<String> options = Stream.of(indices).flatMap(index -> Stream.of("--index", index));
    String[] all =
        Stream.of(Stream.of(args), Stream.of(small), options)
            .flatMap(part -> part)
            .toArray(String[]::new);
    Run run = Run.withInput(rows, all);
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  private Run change(String command, String rows, String... more) {
    String[] args = {command, table, "--data", "-"};
    return Run.withInput(
        rows, Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new));
  }

  private String answer(String window) {
    Run run = Run.ok("query", table, "--window", window);
    return run.out();
  }

  private void assertSound() {
    Run check = Run.ok("check", table);
  }

  private Map<String, Integer> content() throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(Path.of(table))) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        files.put(
            path.getFileName().toString(), ByteBuffer.wrap(Files.readAllBytes(path)).hashCode());
      }
    }
    return files;
  }

  private void assertRefused(String message, String command, String rows, String... more)
      throws IOException {
    Map<String, Integer> before = content();
    Run run = change(command, rows, more);
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err().lines().count()).as(run.err()).isEqualTo(1);
    assertThat(run.err()).contains(message);
    assertThat(content()).isEqualTo(before);
  }

  @Test
  void recordsComeGoAndChangeByTheirKeys() throws IOException {
    build(TRIANGLES);
    Run insert = change("insert", "id,x,y\n5,20,20\n6,21,21\n", "--json");
    assertThat(insert.exitCode()).as(insert.err()).isZero();
    assertThat(insert.json().get("inserted").asInt()).isEqualTo(2);
    assertThat(insert.json().get("table").get("records").asInt()).isEqualTo(6);
    Run update =
        change("update", "id,wkt\n5,\"LINESTRING (30 30, 31 31)\"\n99,POINT (1 1)\n", "--json");
    assertThat(update.json().get("updated").asInt()).isEqualTo(1);
    assertThat(update.json().get("notFound").asInt()).isEqualTo(1);
    Run delete = change("delete", "id\n2\n6\n77\n", "--json");
    assertThat(delete.json().get("deleted").asInt()).isEqualTo(2);
    assertThat(delete.json().get("notFound").asInt()).isEqualTo(1);
    assertThat(delete.json().get("entries").asInt()).isEqualTo(4);
    assertThat(answer("12,0,32,32")).isEqualTo("id,wkt\n5,\"LINESTRING (30 30, 31 31)\"\n");
    assertSound();
  }

  @ParameterizedTest
  @ValueSource(strings = {"geom=rstar", "key=bplus"})
  void recordsAreFoundByEitherIndex(String index) throws IOException {
    build(TRIANGLES, index);
    String rows =
        "id,wkt\n1,\"POLYGON ((4 0, 0 4, 0 0, 4 0))\"\n" // begins at another corner
            + "2,\"POLYGON ((10 0, 14 0, 14 4, 10 0))\"\n" // another one with those bounds
            + "1,POINT (7 7)\n"; // another record's
    Run delete = change("delete", rows, "--json");
    assertThat(delete.exitCode()).as(delete.err()).isZero();
    assertThat(delete.json().get("deleted").asInt()).isEqualTo(1);
    assertThat(delete.json().get("notFound").asInt()).isEqualTo(2);
    Run byBounds = change("delete", "id,minx,miny,maxx,maxy\n2,10,0,14,4\n4,0,0,9,9\n", "--json");
    assertThat(byBounds.json().get("deleted").asInt()).isEqualTo(1);
    Run moved =
        change(
            "update",
            "id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy\n"
                + "3,7,7,7,7,8,8,8,8\n3,7,7,7,7,9,9,9,9\n",
            "--json");
    assertThat(moved.json().get("updated").asInt()).isEqualTo(1);
    assertThat(moved.json().get("notFound").asInt()).isEqualTo(1);
    assertThat(answer("0,0,20,20").lines())
        .containsExactlyInAnyOrder("id,wkt", "3,\"POINT (8 8)\"", "4,\"LINESTRING (0 9, 9 9)\"");
    assertSound();
  }

  @Test
  void aBuildRefusesRowsOfOneKey() {
    Run run =
        Run.withInput(
            "id,x,y\n1,1,1\n1,2,2\n",
            "build",
            directory.resolve("once").toString(),
            "--data",
            "-",
            "--table");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("key 1 has several records", "unique=off");
  }

  @Test
  void severalRecordsOfAKeyAreDistinguishedByGeometry() throws IOException {
    build("id,x,y\n1,1,1\n1,2,2\n2,3,3\n", "geom=rstar", "key=bplus:unique=off");
    assertRefused("line 3: several records have the key 1", "delete", "id\n2\n1\n");
    assertRefused("line 2: several records", "update", "id,x,y\n1,5,5\n");
    Run skipped = change("delete", "id\n1\n2\n", "--on-error", "skip", "--json");
    assertThat(skipped.json().get("deleted").asInt()).isEqualTo(1);
    assertThat(skipped.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(skipped.err()).contains("left out: standard input, line 2");
    assertThat(change("delete", "id,x,y\n1,2,2\n").exitCode()).isZero();
    assertThat(answer("0,0,9,9")).isEqualTo("id,wkt\n1,\"POINT (1 1)\"\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "insert | id,x,y;7,1,1;8,NaN,0 | line 3",
        "insert | id;7 | allowed: id,x,y",
        "insert | id,x,name;7,1,a | column",
        "delete | id;1;two | line 3",
        "delete | id,oldminx;1;two | line 1",
        "update | id;1 | line 1",
        "update | id,wkt;1,POINT (1 1);2,POINT (2 | line 3",
        "update | id,oldminx,oldminy,oldmaxx,oldmaxy,minx,miny,maxx,maxy;1,0,0,4,4,9,9,8,8 | line"
            + " 2",
      })
  void badRowsChangeNothing(String command, String rows, String message) throws IOException {
    build(TRIANGLES);
    assertRefused(message, command, rows.replace(';', '\n') + "\n");
  }

  @Test
  void whatATableCannotFindOrHoldIsReported() throws IOException {
    build("id,x,y\n1,1,1\n2,2,2\n3,3,3\n4,4,4\n", "geom=xbr:domain=0/0/100/100");
    assertRefused("no index on the key", "delete", "id\n1\n");
    assertRefused("no index on the key", "update", "id,x,y\n1,1,1\n");
    assertRefused("line 3", "insert", "id,x,y\n5,1,1\n6,300,1\n");
    Run insert = change("insert", "id,x,y\n5,1,1\n6,300,1\n7,2,2\n", "--on-error", "skip");
    assertThat(insert.exitCode()).as(insert.err()).isZero();
    assertThat(insert.out()).startsWith("2 records inserted, 0 not found; the table holds 6");
    assertRefused("allowed: stop, skip", "insert", "id,x,y\n5,1,1\n", "--on-error", "never");
    assertSound();
  }

  @Test
  void rowsAreAcknowledgedOnceDurable() {
    build(TRIANGLES);
    Run insert = change("insert", "id,x,y\n5,1,1\n6,bad,1\n7,2,2\n", "--acks");
    assertThat(insert.exitCode()).isEqualTo(2);
    assertThat(insert.out()).isEqualTo("5\n");
    assertThat(insert.err()).contains("line 3");
    Run delete = change("delete", "id\n5\n9\n1\n", "--acks");
    assertThat(delete.exitCode()).as(delete.err()).isZero();
    assertThat(delete.out()).isEqualTo("5\n1\n");
    assertThat(delete.err()).contains("2 records deleted, 1 not found; the table holds 3");
    assertSound();
  }

  @Test
  void anUpdateKeepsAttributes() {
    table = directory.resolve("attributes").toString();
    long rid;
    byte[] bytes = new byte[3000];
    bytes[2999] = 5;
    Run create = Run.ok("create", table, "--table", "--device", "buffered");
    GeometryFactory geometries = new GeometryFactory();
    try (Table open = Table.open(Path.of(table))) {
      rid = open.insert(1, geometries.createPoint(new Coordinate(1, 1)), ByteBuffer.wrap(bytes));
    }
    assertThat(change("update", "id,x,y\n1,2,3\n").exitCode()).isZero();
    try (Table open = Table.openReadOnly(Path.of(table))) {
      HeapRecord record = new HeapRecord();
      assertThat(open.byRid().get(rid, record)).isTrue();
      assertThat(record.attributes()).isEqualTo(ByteBuffer.wrap(bytes));
    }
    assertThat(answer("2,3,2,3")).isEqualTo("id,wkt\n1,\"POINT (2 3)\"\n");
  }
}
