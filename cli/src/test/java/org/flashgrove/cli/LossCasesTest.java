package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types, ids, coordinate systems, z and m are kept, refused, or named with a count. */
class LossCasesTest {
  private static final String CRS_BEGIN =
      "{'type':'FeatureCollection','crs':{'type':'name','properties':{'name':'%s'}},'features':[";

  @TempDir private Path folder;

  private String made(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text.replace('\'', '"')).toString();
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private static String feature(String id, String properties) {
    return feature(id, properties, "1,2");
  }

  private static String feature(String id, String properties, String place) {
    return "{'type':'Feature',"
        + id
        + "'properties':{"
        + properties
        + "},'geometry':{'type':'Point','coordinates':["
        + place
        + "]}}\n";
  }

  private String table(String... files) {
    String directory = at("table" + System.identityHashCode(files));
    List<String> args = new ArrayList<>(List.of("build", directory, "--table", "--data"));
    args.addAll(List.of(files));
    Run.ok(args.toArray(String[]::new));
    return directory;
  }

  private static long found(String table, String condition) {
    return Run.ok("scan", table, "--where", condition, "--format", "csv").out().lines().count() - 1;
  }

  private JsonNode features(String file) throws IOException {
    String out = at("shown.geojson");
    Run.ok("convert", file, out);
    return new ObjectMapper().readTree(Files.readString(Path.of(out))).get("features");
  }

  @ParameterizedTest
  @ValueSource(strings = {"geojson", "gpkg", "fgb"})
  void textOfAFormatWithTypesStaysText(String ending) {
    String file = at("s." + ending);
    Run.ok("convert", SharedFiles.input("text_types/s.geojson").toString(), file);
    String table = table(file);
    assertThat(found(table, "big = '12345678901234567890'")).isOne();
    assertThat(found(table, "ver = '1.10'")).isOne();
    assertThat(found(table, "lot = '3E2'")).isOne();
    assertThat(found(table, "zip = '12345'")).isOne();
  }

  @ParameterizedTest
  @CsvSource({"007,7", "1e3,1000", "+5,5", "TRUE,true", "2024-01-01T00:00:00.0Z,2024-01-01"})
  void textsThatMeanTheSameAreTwoTexts(String a, String b) throws IOException {
    String text = feature("", "'v':'" + a + "'") + feature("", "'v':'" + b + "'");
    String geojson = made("v.geojsonl", text);
    String csv = made("v.csv", "id,x,y,v\n1,0,0," + a + "\n2,0,0," + b + "\n");
    for (String file : List.of(geojson, csv)) {
      String table = table(file);
      assertThat(found(table, "v = '" + a + "'")).as(file).isOne();
      assertThat(found(table, "v = '" + b + "'")).as(file).isOne();
    }
  }

  @Test
  void aColumnOfCsvIsOfATypeOnlyIfEachValuePrintsAsItWasRead() throws IOException {
    String csv =
        made(
            "c.csv",
            """
            id,x,y,version,lot,big,whole,real,point,java
            1,0,0,1.10,7E10,12345678901234567890,-5,1,1.0,1.0E7
            2,0,0,1.1,3E2,12345678901234567891,9007199254740993,2.5,12345678.5,-2.5E-9
            """);
    String table = table(csv);
    assertThat(found(table, "version = '1.10'")).isOne();
    assertThat(found(table, "lot = '7E10'")).isOne();
    assertThat(found(table, "big = '12345678901234567890'")).isOne();
    assertThat(found(table, "whole > 9007199254740992")).isOne();
    assertThat(found(table, "real > 2")).isOne();
    assertThat(found(table, "point > 2")).isOne();
    assertThat(found(table, "java > 2")).isOne();
  }

  @Test
  void wholeNumbersThatADoubleRoundsStayWholeBesideReals() throws IOException {
    String file = made("n.geojsonl", feature("", "'n':9007199254740993") + feature("", "'n':0.5"));
    String note = "attribute n: 2 values of other types are kept as text, as no type fits all";
    Run build = Run.ok("build", at("t"), "--table", "--data", file, "--json");
    assertThat(build.json().get("notes")).extracting(JsonNode::asText).containsExactly(note);
    assertThat(found(at("t"), "n = '9007199254740993'")).isOne();
    Run convert = Run.ok("convert", file, at("n.fgb"));
    assertThat(convert.err()).contains("flashgrove: " + note);
    assertThat(features(at("n.fgb")).findValuesAsText("n"))
        .containsExactlyInAnyOrder("9007199254740993", "0.5");
  }

  @Test
  void unsignedNumbersOf64BitsKeepTheirDigits() throws IOException {
    String file = SharedFiles.input("f_ulong/a.fgb").toString();
    assertThat(features(file).findValuesAsText("cell"))
        .containsExactlyInAnyOrder("9926594960738484223", "5");
    assertThat(found(table(file), "cell = '9926594960738484223'")).isOne();
  }

  @Test
  void bytesDaysMomentsAndTruthValuesKeepTheirTypes() throws IOException {
    String csv =
        made("t.csv", "id,x,y,b,d,m,t\n1,0,0,00ff,2024-02-29,2024-02-29T12:00:00.5Z,true\n");
    Run.ok("build", at("a"), "--table", "--data", csv, "--attributes", "b:bytes?/d/m:instant?/t");
    String expected = Run.ok("export", at("a"), "--out", at("a.csv")).err();
    assertThat(expected)
        .contains("csv: types of 4 attributes are not written, only their text:")
        .contains("b (bytes), d (date), m (moment), t (boolean)");
    for (String ending : List.of("gpkg", "fgb")) {
      Run run = Run.ok("export", at("a"), "--out", at("a." + ending), "--json");
      assertThat(run.json().has("notes")).isFalse();
      String again = table(at("a." + ending));
      Run.ok("export", again, "--out", at("b.csv"));
      assertThat(Path.of(at("b.csv"))).hasSameTextualContentAs(Path.of(at("a.csv")));
      assertThat(found(again, "d > '2024-01-01' and t = true")).isOne();
    }
    Run run = Run.ok("export", at("a"), "--out", at("a.geojson"), "--json");
    assertThat(run.json().get("notes").get(0).asText())
        .isEqualTo(
            "geojson: types of 3 attributes are not written, only their text: b (bytes), d (date),"
                + " m (moment)");
  }

  @ParameterizedTest
  @CsvSource({
    "g_id_str/a.geojson, us7000abcd, us7000abce",
    "g_id_str_num/a.geojson, 10, 20",
  })
  void idsThatAreTextBecomeAnAttribute(String input, String a, String b) throws IOException {
    String file = SharedFiles.input(input).toString();
    assertThat(features(file).findValuesAsText("id")).contains(a, b);
    Run build = Run.ok("build", at("t"), "--table", "--data", file);
    assertThat(build.err())
        .contains("2 ids are kept as attribute id, as not all ids are whole numbers of 64 bits");
    assertThat(found(at("t"), "id = '" + a + "'")).isOne();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'id':7, | 'id':'x', | 'id':8, | id x",
        "'id':7, | | 'id':8, |",
        "'id':9223372036854775808, | 'id':1, | | id 9223372036854775808",
        "'id':9223372036854775807, | 'id':null, | 'id':1, |",
        "'id':1.5, | 'id':2, | 'id':2.0, | id 1.5",
      })
  void madeIdsAreNoIdsOfTheFile(String a, String b, String c, String kept) throws IOException {
    String text =
        feature(or(a), "'n':1") + feature(or(b), "'n':2") + feature(or(c), "'n':3,'other':1");
    JsonNode features = features(made("ids.geojsonl", text));
    assertThat(features.findValues("properties")).hasSize(3);
    List<Long> ids = new ArrayList<>();
    features.forEach(each -> ids.add(each.get("id").asLong()));
    assertThat(ids).doesNotHaveDuplicates();
    if (kept != null) {
      String[] attribute = kept.split(" ");
      assertThat(features.toString())
          .containsAnyOf(
              "\"" + attribute[0] + "\":\"" + attribute[1] + "\"",
              "\"" + attribute[0] + "\":" + attribute[1]);
    }
  }

  private static String or(String id) {
    return id == null ? "" : id;
  }

  @Test
  void aPropertyCalledIdKeepsItsName() throws IOException {
    String file = SharedFiles.input("g_id_prop/a.geojson").toString();
    String table = table(file);
    assertThat(found(table, "id = 205")).isOne();
    for (String ending : List.of("gpkg", "fgb", "geojson")) {
      Run run = Run.ok("export", table, "--out", at("e." + ending), "--json");
      assertThat(run.json().has("notes")).isFalse();
      assertThat(found(table(at("e." + ending)), "id = 101")).as(ending).isOne();
    }
    Run run = Run.ok("export", table, "--out", at("e.csv"));
    assertThat(run.err()).contains("csv: attribute id is written as id_");
    assertThat(Path.of(at("e.csv"))).content().startsWith("id,lon,lat,id_,n\n1,1.0,2.0,101,a\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ID", "wkt", "geom", "fid"})
  void noNameIsReservedByAnyFormatButCsv(String name) throws IOException {
    String file = made("names.geojsonl", feature("'id':9,", "'" + name + "':'a','id':5,'other':1"));
    if (name.equals("ID")) {
      file = made("names.geojsonl", feature("'id':9,", "'ID':'a','other':1"));
    }
    for (String ending : List.of("gpkg", "fgb")) {
      Run run = Run.ok("convert", file, at("n." + ending), "--json");
      assertThat(run.json().has("notes")).as(run.out()).isFalse();
      JsonNode feature = features(at("n." + ending)).get(0);
      assertThat(feature.get("id").asInt()).isEqualTo(9);
      assertThat(feature.get("properties").get(name).asText()).isEqualTo("a");
    }
    assertThat(found(table(file), name + " = 'a'")).isOne();
  }

  @Test
  void coordinatesOfAnotherSystemAreNotWrittenAsDegrees() throws IOException {
    String file = SharedFiles.input("p_25832/a.gpkg").toString();
    String table = table(file);
    for (String[] command :
        List.of(
            new String[] {"convert", file, at("a.geojson")},
            new String[] {"export", table, "--out", at("a.geojson")})) {
      Run run = Run.of(command);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err())
          .contains(
              "is in EPSG:25832, but geojson requires WGS 84; add --reproject or"
                  + " --keep-coordinates");
      assertThat(Path.of(at("a.geojson"))).doesNotExist();
    }
    assertThat(Run.of("scan", table, "--format", "geojson").exitCode()).isEqualTo(2);
    Run.ok("convert", file, at("a.geojson"), "--keep-coordinates");
    assertThat(Path.of(at("a.geojson"))).content().contains("[500000.0,5600000.0]");
    Run.ok("export", table, "--out", at("b.geojson"), "--reproject");
    JsonNode place = features(at("b.geojson")).get(0).get("geometry").get("coordinates");
    assertThat(place.get(0).asDouble()).isCloseTo(9, within(1e-9));
    assertThat(place.get(1).asDouble()).isCloseTo(50.551932383813, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "urn:ogc:def:crs:EPSG::25832, 691000, 5334000, 11.567052874164022, 48.13057041728754",
    "EPSG:3857, 1288000, 6130000, 11.570300859459435, 48.13893577321173",
    "urn:ogc:def:crs:EPSG:6.9:2056, 2600000, 1200000, 7.43863242087181, 46.9510827718711",
    "EPSG:4258, 11.5, 48.1, 11.5, 48.1",
    "EPSG:32733, 500000, 8000000, 14.999999999999982, -18.088708943127365",
  })
  void theCodeTravelsAndReprojectionIsThatOfProj(
      String name, double x, double y, double longitude, double latitude) throws IOException {
    String text = String.format(CRS_BEGIN, name) + feature("", "'n':1", x + "," + y + ",7") + "]}";
    String first = made("a.geojson", text);
    Run.ok("convert", first, at("a.gpkg"));
    Run.ok("convert", at("a.gpkg"), at("b.fgb"));
    Run.ok("export", table(at("b.fgb")), "--out", at("c.gpkg"));
    assertThat(Run.of("convert", at("c.gpkg"), at("d.geojson")).exitCode()).isEqualTo(2);
    Run.ok("convert", at("c.gpkg"), at("d.geojson"), "--reproject");
    JsonNode place = features(at("d.geojson")).get(0).get("geometry").get("coordinates");
    assertThat(place.get(0).asDouble()).isCloseTo(longitude, within(1e-9));
    assertThat(place.get(1).asDouble()).isCloseTo(latitude, within(1e-9));
    assertThat(place.get(2).asDouble()).isEqualTo(7);
  }

  @Test
  void aTableHoldsOneCoordinateSystem() throws IOException {
    String degrees = made("a.geojsonl", feature("", "'n':1"));
    String metres = SharedFiles.input("p_25832/a.gpkg").toString();
    Run run = Run.of("build", at("t"), "--table", "--data", degrees, metres);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("is in EPSG:25832, but an earlier file is in EPSG:4326");
    String table = table(degrees);
    Run insert = Run.of("insert", table, "--data", metres);
    assertThat(insert.exitCode()).isEqualTo(2);
    assertThat(insert.err()).contains("is in EPSG:25832, the table's first geometry in EPSG:4326");
    Run unknown = Run.of("convert", made("u.csv", "id,x,y\n1,5,5\n"), at("u.fgb"), "--reproject");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err())
        .contains("names no EPSG coordinate system; use a file that names one");
  }

  @Test
  void heightsAreKeptInCsvAsText() throws IOException {
    Run.ok("convert", SharedFiles.input("p_4979/a.gpkg").toString(), at("z.csv"));
    assertThat(Path.of(at("z.csv"))).content().contains("1,POINT Z(8 47 5),1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpkg", "fgb", "csv", "wkt"})
  void measuresAreKeptOrNamed(String ending) throws IOException {
    String file = SharedFiles.input("p_zm/a.gpkg").toString();
    Run named = Run.ok("convert", file, at("m.geojson"));
    assertThat(named.err()).contains("geojson: measures (m) of 1 feature are not written");
    Run.ok("convert", file, at("m." + ending));
    Run again = Run.ok("convert", at("m." + ending), at("again.geojson"), "--json");
    assertThat(again.json().get("notes").toString())
        .contains("geojson: measures (m) of 1 feature are not written");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[1,2],[3,4,5]]",
        "[[1,2,3],[4,5]]",
        "[[1,2],[3,4],[5,6,7]]",
      })
  void heightsAreFoundAtAnyVertex(String line) throws IOException {
    String text =
        "{'type':'Feature','properties':{},'geometry':{'type':'LineString','coordinates':"
            + line
            + "}}\n";
    String file = made("l.geojsonl", feature("", "") + text);
    for (String ending : List.of("fgb", "gpkg", "csv", "wkt")) {
      Run.ok("convert", file, at("l." + ending));
      assertThat(features(at("l." + ending)).toString().replace(".0", ""))
          .as(ending)
          .contains("\"coordinates\":" + line);
    }
  }

  @Test
  void headerAndContentOfFlatGeobufAgreeOnHeights() throws IOException {
    Run run =
        Run.ok("convert", SharedFiles.input("g_z3/a.geojson").toString(), at("z.fgb"), "--json");
    assertThat(run.json().has("notes")).isFalse();
    assertThat(features(at("z.fgb")).toString()).contains("[1.0,2.0,3.0]").contains("[4.0,5.0]");
  }

  @Test
  void insertionsNameWhatTheTableDoesNotKeep() throws IOException {
    String table = table(made("a.geojsonl", feature("'id':1,", "'n':1")));
    String more = made("b.geojsonl", feature("'id':'x',", "'n':2,'other':3"));
    Run run = Run.ok("insert", table, "--data", more, "--json");
    assertThat(run.json().get("notes"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "1 id is kept as attribute id, as not all ids are whole numbers of 64 bits",
            "2 attributes are not kept, as the table has no such attribute: other, id",
            "1 feature without an id gets ids above 1, which no other feature has");
  }

  @Test
  void localTimesBecomeTextWithANote() throws IOException {
    String csv = made("t.csv", "id,x,y,m\n1,0,0,2024-02-29T12:00:00Z\n2,0,0,\n");
    String table = table(csv);
    Run.ok("export", table, "--out", at("m.gpkg"));
    try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + at("m.gpkg"));
        Statement statement = database.createStatement()) {
      statement.execute("UPDATE features SET m = '2024-02-29T13:00:00' WHERE id = 2");
    } catch (SQLException e) {
      throw new IOException(e);
    }
    String note = "attribute m: 1 value of other types is kept as text, as no type fits all";
    assertThat(Run.ok("convert", at("m.gpkg"), at("m.fgb")).err()).contains(note);
    Run build = Run.ok("build", at("b"), "--table", "--data", at("m.gpkg"));
    assertThat(build.err()).contains(note);
    assertThat(found(at("b"), "m = '2024-02-29T13:00:00'")).isOne();
  }

  @Test
  void anIndexOfRectanglesNamesWhatItDoesNotKeep() {
    String file = SharedFiles.input("p_25832/a.gpkg").toString();
    Run run = Run.ok("build", at("s"), "--data", file);
    assertThat(run.err())
        .contains("1 attribute is not kept, as only a table keeps attributes: n")
        .contains("the coordinate system EPSG:25832 is not kept, only a table keeps it");
  }

  @Test
  void objectsAndArraysBecomeTextWithANote() throws IOException {
    String file =
        made(
            "nested.geojsonl",
            feature("'id':1,", "'a':{'b':1},'c':[1,2],'d':5")
                + feature("'id':2,", "'a':null,'c':[3],'d':6"));
    String note = "nested values kept as JSON text: 3, in the attributes: a, c";
    Run build = Run.ok("build", at("nested"), "--table", "--data", file, "--json");
    assertThat(build.json().get("notes")).hasSize(1);
    assertThat(build.json().get("notes").get(0).asText()).isEqualTo(note);
    Run convert = Run.ok("convert", file, at("nested.csv"));
    assertThat(convert.err()).containsOnlyOnce(note);
  }

  @Test
  void oneOfAKindIsNamedInTheSingular() throws IOException {
    String file = made("one.geojson", feature("'id':1,", "'a':'7','n':123456789012345678901"));
    Run converted = Run.ok("convert", file, at("one.csv"));
    assertThat(converted.err())
        .contains(
            "1 number that 64 bits do not hold is kept as text",
            "csv: text of 1 attribute looks like numbers, days or truth values, and is read as");
    assertThat(Run.ok("scan", table(file), "--count", "--explain").out())
        .contains(
            "plan: full scan: 1 page (0 of indices, 1 of records), 1 record\n",
            "actual: full scan: 1 page (0 of indices, 1 of records), 1 record; 0 temporary pages");
  }

  /** One of the two points is no place on the earth, so the message counts no features. */
  @Test
  void coordinatesThatAreNotInDegreesAreNamed() throws IOException {
    String file = made("metres.csv", "id,x,y\n1,500,1\n2,1,1\n");
    assertThat(Run.ok("convert", file, at("metres.geojson")).err())
        .isEqualTo(
            "flashgrove: geojson: not all coordinates are within -180 to 180 and -90 to 90; readers"
                + " take them for longitude and latitude in WGS 84\n");
  }
}
