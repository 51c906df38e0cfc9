package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.flashgrove.access.attribute.Attribute;
import org.flashgrove.access.attribute.AttributeType;
import org.flashgrove.access.attribute.Row;
import org.flashgrove.access.attribute.Schema;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.scan.AccessPath;
import org.flashgrove.access.scan.ScanConfig;
import org.flashgrove.access.scan.ScanQuery;
import org.flashgrove.access.scan.TableScan;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.Table;
import org.flashgrove.access.table.TableBatch;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.flashgrove.storage.log.SyncMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Attributes of tables on the command line: from files, conditions, orders, and back to files. */
class TableAttributesCommandTest {
  /** The coordinate system of GeoJSON. */
  private static final int WGS84 = 4326;

  private static final String ROWS =
      "gid,shape,Owner,height,floors,built,listed,zip\n"
          + "1,POINT (1 1),Ann,3.5,2,1999-12-31,true,01067\n"
          + "2,POINT (2 2),\"Bea, \"\"B\"\"\",,3,,false,10115\n"
          + "3,POINT (3 3),,12,1,2024-02-29,,99999\n"
          + "4,POINT (4 4),\"\",7.25,,,true,\n";

  @TempDir private Path directory;

  private String build(String rows, String... more) {
    String store = directory.resolve("store").toString();
    List<String> all = new ArrayList<>();
    all.addAll(List.of("build", store, "--table", "--device", "buffered", "--data", "-"));
    all.addAll(Arrays.asList(more));
    Run run = Run.withInput(rows, all.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return store;
  }

  @Test
  void columnsBecomeAttributesOfTypesFound() throws IOException {
    String store =
        build(
            ROWS,
            "--columns",
            "id=gid,wkt=shape",
            "--index",
            "geom=rstar",
            "--index",
            "key=bplus",
            "--index",
            "owner=bplus:attribute=Owner");
    assertThat(Table.optionsOf(Path.of(store)).schema().toString())
        .isEqualTo(
            "Owner:string?/height:double?/floors:long?/built:date?/listed:boolean?/zip:string?");
    Run all = Run.of("query", store, "--window", "0,0,9,9");
    assertThat(all.out())
        .isEqualTo(
            "id,wkt,Owner,height,floors,built,listed,zip\n"
                + "1,\"POINT (1 1)\",Ann,3.5,2,1999-12-31,true,01067\n"
                + "2,\"POINT (2 2)\",\"Bea, \"\"B\"\"\",,3,,false,10115\n"
                + "3,\"POINT (3 3)\",,12.0,1,2024-02-29,,99999\n"
                + "4,\"POINT (4 4)\",\"\",7.25,,,true,\n");
    assertThat(ids(Run.of("query", store, "--where", "height > 3 and not listed = false")))
        .containsExactly("1", "4");
    assertThat(ids(Run.of("query", store, "--where", "Owner like 'B%'", "--window", "0,0,9,9")))
        .containsExactly("2");
    assertThat(ids(Run.of("scan", store, "--order-by", "height", "--where", "floors <> 9")))
        .containsExactly("1", "3", "2");
    assertThat(ids(Run.of("scan", store, "--order-by", "Owner", "--path", "fts")))
        .containsExactly("4", "1", "2", "3");
    assertThat(ids(Run.of("scan", store, "--order-by", "height:desc", "--where", "floors <> 9")))
        .containsExactly("3", "1", "2");
    assertThat(ids(Run.of("scan", store, "--order-by", "key:desc")))
        .containsExactly("4", "3", "2", "1");
    assertThat(ids(Run.of("nearest", store, "--point", "0,0", "-k", "2", "--where", "floors < 3")))
        .containsExactly("1", "3");
    assertThat(Run.of("scan", store, "--order-by", "none:desc").err())
        .contains("unknown attribute 'none' (allowed: Owner, height");
    Run explained =
        Run.of("scan", store, "--where", "Owner = 'Ann'", "--count", "--explain", "--path", "idx");
    assertThat(explained.out())
        .contains(
            "actual: idx by owner: ",
            "not used: index geom cannot answer a query without a geometry");
    assertThat(Run.of("query", store, "--where", "height > ").err())
        .contains("the end at character 10 (allowed: a number");
    assertThat(Run.of("query", store, "--where", "hight > 3").err())
        .contains("unknown attribute 'hight' (allowed: Owner, height");
    Run.ok("check", store);
  }

  @Test
  void indicesAreAddedToTablesThatAreThere() throws IOException {
    String store = build("id,x,y,n\n1,1,1,10\n2,2,2,20\n3,3,3,30\n", "--index", "geom=rstar");
    Run.ok(
        "add", store, "--structure", "table.n=bplus:attribute=n", "--structure", "table.key=bplus");
    assertThat(Table.optionsOf(Path.of(store)).indices()).containsOnlyKeys("geom", "n", "key");
    Run scan =
        Run.of("scan", store, "--path", "idx", "--index", "n", "--where", "n > 15", "--explain");
    assertThat(ids(scan)).containsExactly("2", "3");
    Run.ok("check", store);
    assertThat(Run.of("add", store, "--structure", "roads=rstar").err())
        .contains("the store is one table");
  }

  @Test
  void recordsGoToFilesOfEveryFormat() throws IOException {
    String store = build(ROWS, "--columns", "id=gid,wkt=shape");
    String schema = Table.optionsOf(Path.of(store)).schema().toString();
    List<String> expected = Run.of("scan", store, "--path", "fts").out().lines().sorted().toList();
    for (String ending : List.of("csv", "geojson", "gpkg", "fgb")) {
      String file = directory.resolve("out." + ending).toString();
      Run out = Run.ok("export", store, "--out", file);
      assertThat(out.out()).contains("4 features, 6 attributes");
      String other = directory.resolve("of-" + ending).toString();
      List<String> build = new ArrayList<>(List.of("build", other, "--table"));
      build.addAll(List.of("--device", "buffered", "--data", file, "--attributes", schema));
      Run.ok(build.toArray(String[]::new));
      assertThat(Run.of("scan", other, "--path", "fts").out().lines().sorted().toList())
          .as(ending)
          .isEqualTo(expected);
    }
    try (Table table = Table.open(Path.of(store))) {
      table.insert(9, null, row -> row.set("zip", "0"));
    }
    Run without = Run.ok("export", store, "--out", directory.resolve("out.wkt").toString());
    assertThat(without.out()).contains("4 features, 0 attributes");
    assertThat(without.err()).contains("wkt: 1 feature without a geometry is not written");
  }

  private static List<String> ids(Run run) {
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out().lines().skip(1).map(line -> line.split(",")[0]).toList();
  }

  @Test
  void typesThatAreGivenAndRowsThatDoNotFit() throws IOException {
    String store =
        build(ROWS, "--columns", "id=gid,wkt=shape", "--attributes", "floors:int?/Owner");
    assertThat(Table.optionsOf(Path.of(store)).schema().toString())
        .isEqualTo("floors:int?/Owner:string?");
    String more = "id,wkt,floors\n5,POINT (5 5),7\n6,POINT (6 6),many\n";
    Run insert = Run.withInput(more, "insert", store, "--data", "-");
    assertThat(insert.exitCode()).isEqualTo(2);
    assertThat(insert.err()).contains("line 3", "'floors'", "'many' as int");
    insert = Run.withInput(more, "insert", store, "--data", "-", "--on-error", "skip");
    assertThat(insert.exitCode()).as(insert.err()).isZero();
    String moved = "id,wkt,Owner\n1,POINT (8 8),Cleo\n";
    Run update = Run.withInput(moved, "update", store, "--data", "-");
    assertThat(update.exitCode()).as(update.err()).isZero();
    Run all = Run.of("query", store, "--where", "Owner = 'Cleo' or floors = 7");
    assertThat(all.out())
        .isEqualTo("id,wkt,floors,Owner\n1,\"POINT (8 8)\",2,Cleo\n5,\"POINT (5 5)\",7,\n");
    assertThat(Run.of("query", store, "--where", "floors = 2", "--verify", "x").exitCode())
        .isEqualTo(2);
    Run none = Run.of("query", store);
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("--where");
  }

  @Test
  void aBuildNamesAttributesThatOnlyTheFileOrOnlyTheTableHas() throws IOException {
    String store = directory.resolve("store").toString();
    Path file = Files.writeString(directory.resolve("rows.csv"), "id,wkt,name\n1,POINT (1 1),a\n");
    Run run =
        Run.ok("build", store, "--table", "--data", file.toString(), "--attributes", "nam:string?");
    assertThat(run.err())
        .contains(
            "rows.csv: 1 attribute is not kept, as the table has no such attribute: name",
            "no data file has the attributes: nam");
  }

  @Test
  void aBuildLeavesOutRowsThatDoNotFit() throws IOException {
    String rows = "id,x,y,n\n1,1,1,10\n2,2,2,ten\n3,3,3,\n";
    Run stops =
        Run.withInput(
            rows,
            "build",
            directory.resolve("none").toString(),
            "--table",
            "--device",
            "buffered",
            "--attributes",
            "n:int",
            "--data",
            "-");
    assertThat(stops.exitCode()).isEqualTo(2);
    assertThat(stops.err()).contains("line 3", "'ten' as int");
    assertThat(directory.resolve("none")).doesNotExist();
    String store = build(rows, "--attributes", "n:int", "--on-error", "skip");
    assertThat(Run.of("query", store, "--where", "n > 0").out())
        .isEqualTo("id,wkt,n\n1,\"POINT (1 1)\",10\n");
  }

  @Test
  void keysAreUniqueOrReplaced() throws IOException {
    String rows = "id,x,y,n\n1,1,1,10\n2,2,2,20\n";
    String store = build(rows, "--index", "key=bplus:unique=on");
    String more = "id,x,y,n\n3,3,3,30\n2,9,9,21\n";
    Run insert = Run.withInput(more, "insert", store, "--data", "-");
    assertThat(insert.exitCode()).isEqualTo(2);
    assertThat(insert.err()).contains("line 3", "key 2 already exists", "--replace");
    insert = Run.withInput(more, "insert", store, "--replace", "--data", "-", "--commit-rows", "1");
    assertThat(insert.exitCode()).as(insert.err()).isZero();
    String twice = "id,x,y,n\n7,3,3,30\n7,9,9,21\n";
    assertThat(Run.withInput(twice, "insert", store, "--data", "-").err())
        .contains("line 3", "key 7 already exists");
    Run update =
        Run.withInput("id,x,y,n\n1,5,5,11\n1,6,6,12\n9,1,1,1\n", "update", store, "--data", "-");
    assertThat(update.exitCode()).as(update.err()).isZero();
    assertThat(update.out()).contains("2 records updated, 1 not found");
    assertThat(Run.of("scan", store, "--order-by", "key", "--path", "idx").out())
        .isEqualTo("id,wkt,n\n1,\"POINT (6 6)\",12\n2,\"POINT (9 9)\",21\n3,\"POINT (3 3)\",30\n");
    assertThat(Run.withInput(rows, "insert", store, "--data", "-", "--commit-rows", "0").err())
        .contains("allowed: 1 to 10000");
    Run.ok("check", store);
  }

  /** Made parcels with ten typed attributes through files and back. */
  private void throughFiles(String format, int records) throws IOException {
    Schema.Builder schema = Schema.builder();
    for (AttributeType type : AttributeType.values()) {
      schema.nullable("a " + type, type);
    }
    Path first = directory.resolve("first");
    TableOptions options =
        TableOptions.defaults()
            .withDevice("buffered")
            .withSync(SyncMode.CLOSE)
            .withIndex("key", "bplus")
            .withAttributes(schema.build());
    Random random = Seeds.random();
    GeometryFactory geometries = new GeometryFactory();
    try (Table table = Table.create(first, options)) {
      for (int from = 0; from < records; from += 1000) {
        try (TableBatch batch = table.begin()) {
          for (int i = from; i < Math.min(records, from + 1000); i++) {
            Coordinate at = new Coordinate(random.nextDouble(), random.nextDouble());
            batch.insert(
                i,
                geometries.createPoint(at),
                row -> {
                  for (int a = 0; a < 10; a++) {
                    Attribute attribute = row.schema().attributes().get(a);
                    if (random.nextInt(4) > 0) {
                      row.set(a, MadeValues.of(random, attribute.type()));
                    }
                  }
                });
          }
          batch.commit();
        }
      }
    }
    Path file = directory.resolve("records." + format);
    Run out = Run.into(file, "scan", first.toString(), "--path", "fts", "--format", format);
    assertThat(out.exitCode()).as(out.err()).isZero();
    Path second = directory.resolve("second");
    Run.ok(
        "build",
        second.toString(),
        "--table",
        "--device",
        "buffered",
        "--index",
        "key=bplus",
        "--attributes",
        options.schema().toString(),
        "--data",
        file.toString());
    requireEqual(first, second, records, format.equals("geojson") ? WGS84 : 0);
    System.out.printf(
        "TableAttributesCommandTest: %,d records of ten attributes through %s of %,d bytes:"
            + " equal%n",
        records, format, Files.size(file));
  }

  /** Returns the geometry of a record, without the number of its coordinate system. */
  private static Geometry shape(ByteBuffer record, int srid) {
    int bytes = record.getInt(record.position());
    Geometry shape =
        new RecordGeometries().stored(0, record.slice(record.position() + Integer.BYTES, bytes));
    if (shape != null) {
      assertThat(shape.getSRID()).isEqualTo(srid);
      shape.setSRID(0);
    }
    return shape;
  }

  private static void requireEqual(Path first, Path second, int records, int srid) {
    ScanConfig byKey = ScanConfig.of(AccessPath.IDX).withIndex("key");
    try (Table one = Table.openReadOnly(first);
        Table other = Table.openReadOnly(second);
        RecordCursor left = TableScan.open(one, ScanQuery.ALL, byKey);
        RecordCursor right = TableScan.open(other, ScanQuery.ALL, byKey)) {
      Row leftRow = new Row(one.schema());
      Row rightRow = new Row(other.schema());
      for (int i = 0; i < records; i++) {
        assertThat(left.next() && right.next()).isTrue();
        assertThat(right.key()).isEqualTo(left.key());
        leftRow.showBody(left.record());
        rightRow.showBody(right.record());
        for (int a = 0; a < 10; a++) {
          assertThat(rightRow.value(a)).isEqualTo(leftRow.value(a));
        }
        if (srid == 0) {
          assertThat(right.record()).isEqualTo(left.record()); // all bytes, geometry included
        } else {
          assertThat(Objects.equals(shape(right.record(), srid), shape(left.record(), 0))).isTrue();
        }
      }
      assertThat(left.next() || right.next()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void parcelsThroughFilesAndBack(String format) throws IOException {
    throughFiles(format, 10_000);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"csv", "geojson"})
  void aMillionParcelsThroughFilesAndBack(String format) throws IOException {
    throughFiles(format, 1_000_000);
  }

  @Test
  void mistakenNamesOfAttributesAreExplained() throws IOException {
    Path csv = Files.writeString(directory.resolve("n.csv"), "id,x,y,name\n1,1,2,a\n");
    String table = directory.resolve("named").toString();
    Run unknown =
        Run.of("build", table, "--table", "--data", csv.toString(), "--attributes", "nme");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("'nme' is in no file; add its type, or use one of name");
    Run key = Run.ok("build", table, "--table", "--data", csv.toString(), "--index", "name=bplus");
    assertThat(key.err())
        .contains("index name is on the key; for an index on the attribute, use name=bplus:attri");
  }
}
