package org.flashgrove.datasets.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.AttributeType;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FeatureSchema;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid files that are read, and others that are named: encodings, packing, kinds, and forms. */
class ReadFilesTest {
  private static final String FEATURE =
      "{\"type\":\"Feature\",\"properties\":{\"n\":\"%s\"},\"geometry\":%s}";

  private static final String POINT = "{\"type\":\"Point\",\"coordinates\":[1,2]}";

  @TempDir private Path folder;

  private String file(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes).toString();
  }

  private String file(String name, String text) throws IOException {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Features as id, geometry and attributes with their names. */
  private static List<String> read(String file, FormatOptions options) {
    List<String> found = new ArrayList<>();
    try (FeatureCursor cursor = DataFiles.open(file, options, BadRowPolicy.STOP)) {
      while (cursor.next()) {
        StringBuilder row = new StringBuilder(cursor.id() + " " + cursor.geometry().toText());
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          row.append(' ').append(cursor.attributeNames().get(i)).append('=');
          row.append(cursor.attribute(i));
        }
        found.add(row.toString());
      }
    }
    return found;
  }

  private static List<String> read(String file) {
    return read(file, FormatOptions.BY_ENDING);
  }

  private static void refused(String file, String wrong) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file)
        .hasMessageContainingAll(wrong, "; allowed: ")
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv     | id,x,y,n~1,2,3,a~2,3,4,Z\u00fcrich~      | line 3, byte 24",
        "b.csv     | id,x,y,\u00e9t\u00e9~1,2,3,a~            | line 1, byte 7",
        "c.tsv     | id\tx\ty~1\t2\t3\u00ff~                  | line 2, byte 12",
        "d.wkt     | POINT (1 2)~POINT (3 4)\u00e4~           | line 2, byte 23",
        "e.geojson | {\"type\":\"Feature\",\"n\":\"\u00fc\"}   | line 1, byte 23",
        "f.ndjson  | ~~~{\"type\":\"\u00fc\"}                 | line 4, byte 12"
      })
  void bytesThatAreNotUtf8AreNamedByLineAndByte(String name, String text, String place)
      throws IOException {
    byte[] bytes = text.replace('~', '\n').getBytes(StandardCharsets.ISO_8859_1);
    refused(file(name, bytes), ", " + place + ": byte 0x");
    refused(file(name + ".gz", gzip(bytes)), ", " + place + ": byte 0x");
  }

  @Test
  void charactersCutByTheEndAreNamed() throws IOException {
    byte[] text = "id,x,y,n\n1,2,3,\u4e2d".getBytes(StandardCharsets.UTF_8);
    refused(file("a.csv", java.util.Arrays.copyOf(text, text.length - 1)), "line 2, byte 15");
  }

  @Test
  void textOfManyBuffersIsDecodedWhole() throws IOException {
    StringBuilder rows = new StringBuilder("id,x,y,n\n");
    for (int i = 0; i < 20_000; i++) {
      rows.append(i).append(",1,2,\u00e4\u4e2d\ud83d\ude00").append(i % 7).append('\n');
    }
    assertThat(read(file("a.csv", rows.toString())))
        .hasSize(20_000)
        .last()
        .isEqualTo("19999 POINT (1 2) n=\u00e4\u4e2d\ud83d\ude000");
  }

  private static byte[] gzip(byte[]... members) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] member : members) {
      GZIPOutputStream gzip = new GZIPOutputStream(all);
      gzip.write(member);
      gzip.finish();
    }
    return all.toByteArray();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  @Test
  void allMembersOfAGzipStreamAreRead() throws IOException {
    byte[] members = gzip(bytes("id,x,y\n1,2,3\n"), bytes(""), bytes("2,3,4\n"), bytes("3,4,5\n"));
    assertThat(read(file("a.csv.gz", members))).hasSize(3);
    assertThat(read(file("b.csv.gz", joined(members, new byte[1000])))).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "\0\0x", "\u001f", "\u001f\u008b", "id,x,y\n9,9,9\n"})
  void nothingElseMayFollowAGzipMember(String rest) throws IOException {
    byte[] member = gzip(bytes("id,x,y\n1,2,3\n"));
    refused(file("a.csv.gz", joined(member, bytes(rest))), "the gzip stream is damaged");
  }

  @Test
  void aGzipMemberOfOtherContentIsRefused() throws IOException {
    byte[] member = gzip(bytes("id,x,y\n1,2,3\n"));
    for (int i : new int[] {member.length - 1, member.length - 5, member.length - 8}) {
      byte[] damaged = member.clone();
      damaged[i]++;
      refused(file("a.csv.gz", damaged), "the gzip stream is damaged");
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "PK\u0003\u0004rest, is a zip archive",
        "(\u00b5/\u00fdrest, is packed by zstd",
        "BZh91AY, is packed by bzip2",
        "\u00fd7zXZ\u0000rest, is packed by xz",
        "PAR1rest, is Parquet",
        "\u00ff\u00fei\u0000d\u0000, is UTF-16",
        "\u00fe\u00ff\u0000i\u0000d, is UTF-16"
      })
  void filesOfAnotherKindAreNamed(String first, String kind) throws IOException {
    for (String ending : List.of("csv", "geojson", "wkt", "fgb", "gpkg", "osm.pbf", "csv.gz")) {
      String name = file("a." + ending, ending.endsWith("gz") ? gzip(bytes(first)) : bytes(first));
      FormatOptions options =
          ending.equals("osm.pbf")
              ? FormatOptions.BY_ENDING.withLayer("pois")
              : FormatOptions.BY_ENDING;
      assertThatThrownBy(() -> read(name, options))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(name + ": " + kind + "; allowed: ");
    }
  }

  @Test
  void aShapefileIsNamed() throws IOException {
    refused(file("a.csv", bytes("\0\0'\nrest")), "is a shapefile");
  }

  @Test
  void formatsOfOursAreNamedUnderAnotherEnding() throws IOException {
    String points = file("a.csv", "id,x,y\n1,2,3\n");
    for (String ending : List.of("fgb", "gpkg")) {
      Path made = folder.resolve("made." + ending);
      try (FeatureCursor cursor = DataFiles.open(points, BadRowPolicy.STOP)) {
        convert(points, made);
      }
      Path renamed = Files.copy(made, folder.resolve("renamed-" + ending + ".csv"));
      refused(
          renamed.toString(), ending.equals("fgb") ? "is FlatGeobuf" : "is a database of SQLite");
    }
  }

  private static void convert(String from, Path to) {
    org.flashgrove.datasets.feature.FeatureSchema schema;
    try (FeatureCursor cursor = DataFiles.open(from, BadRowPolicy.STOP)) {
      schema = org.flashgrove.datasets.feature.FeatureSchema.of(cursor, () -> {});
    }
    try (FeatureCursor cursor = DataFiles.open(from, BadRowPolicy.STOP);
        org.flashgrove.datasets.feature.FeatureWriter writer =
            DataFormats.of(to.toString(), FormatOptions.BY_ENDING).create(to.toString(), schema)) {
      while (cursor.next()) {
        writer.write(cursor.id(), cursor.geometry(), schema.valuesOf(cursor));
      }
    }
  }

  @Test
  void aFlatGeobufOfOneFeatureIsRead() throws IOException {
    String points = file("a.csv", "id,x,y,n\n7,2,3,x\n");
    Path made = folder.resolve("made.fgb");
    convert(points, made);
    assertThat(read(made.toString())).containsExactly("7 POINT (2 3) n=x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv | ,id,x,y~0,1,2,3          | 1 POINT (2 3) column1=0",
        "b.csv | id,x,y,,z~1,2,3,a,b      | 1 POINT (2 3) column4=a z=b",
        "c.csv | ,id,x,y,column1~0,1,2,3,4 | 1 POINT (2 3) column1_=0 column1=4",
        "d.csv | id,,x,y,~1,a,2,3,b       | 1 POINT (2 3) column2=a column5=b",
        "e.tsv | id\tx\ty\tn~1\t2\t3\ta,b | 1 POINT (2 3) n=a,b",
        "f.TSV | x\tid\ty~2\t1\t3         | 1 POINT (2 3)",
        "g.tsv | id,x,y,n~1,2,3,a         | 1 POINT (2 3) n=a",
        "h.csv | sep=;~id;x;y~1;2;3       | 1 POINT (2 3)",
        "i.csv | \"sep=:\"~id:x:y:n~1:2:3:a | 1 POINT (2 3) n=a"
      },
      quoteCharacter = '\'')
  void headersAndDelimitersOfOtherProgramsAreRead(String name, String text, String feature)
      throws IOException {
    String content = text.replace("~", "\n") + "\n";
    assertThat(read(file(name, content))).containsExactly(feature);
    assertThat(read(file(name, content.replace("\n", "\r\n")))).containsExactly(feature);
  }

  @Test
  void aTabSeparatedFileIsWrittenAndReadBack() throws IOException {
    String points = file("a.csv", "id,x,y,n\n7,2,3,\"a,b\tc\"\n8,1,1,\"\"\n9,1,1,\n");
    Path made = folder.resolve("made.tsv");
    convert(points, made);
    assertThat(read(made.toString())).isEqualTo(read(points));
    assertThat(Files.readAllLines(made).get(0)).isEqualTo("id\tx\ty\tn");
  }

  @Test
  void linesCountFromTheLineOfTheDelimiter() throws IOException {
    refused(file("a.csv", "sep=;\nid;x;y\n1;2;3\n1;b;3\n"), ", line 4: ");
    refused(file("b.csv", "sep=x\nidxy\n"), ", line 1: sep=x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{\"type\":\"Point\",\"coordinates\":[1,2]}             | POINT (1 2)",
        "{\"coordinates\":[[1,2],[3,4]],\"type\":\"LineString\"} | LINESTRING (1 2, 3 4)",
        "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1,2]}]}"
            + " | GEOMETRYCOLLECTION (POINT (1 2))",
        "{\"bbox\":[1,2,3,4],\"type\":\"MultiPoint\",\"coordinates\":[[1,2],[3,4]]}"
            + " | MULTIPOINT ((1 2), (3 4))"
      })
  void bareGeometriesAreFeatures(String json, String wkt) throws IOException {
    assertThat(read(file("a.geojson", json))).containsExactly("1 " + wkt);
    assertThat(read(file("a.ndjson", json + "\n" + json + "\n")))
        .containsExactly("1 " + wkt, "2 " + wkt);
  }

  @Test
  void bareGeometriesAreRefusedAsFeaturesAre() throws IOException {
    refused(file("a.json", "{\"type\":\"Point\",\"coordinates\":[1]}"), "a position has 1 numbers");
    refused(file("b.json", "{\"type\":\"Point\"}"), "without coordinates");
    refused(file("c.json", "{\"type\":\"Topology\"}"), "without features");
  }

  @Test
  void textSequencesAreRead() throws IOException {
    String first = String.format(FEATURE, "a", POINT);
    String second = String.format(FEATURE, "b", POINT);
    String rs = "\u001e";
    for (String text :
        List.of(
            rs + first + "\n" + rs + second + "\n",
            rs + first + rs + second,
            rs + rs + first + "\r\n" + rs + second + "\n" + rs)) {
      assertThat(read(file("a.geojsons", text)))
          .containsExactly("1 POINT (1 2) n=a", "2 POINT (1 2) n=b");
    }
    refused(file("b.geojsons", rs + String.format(FEATURE, "a" + rs, POINT)), "line 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MULTIPOINT (EMPTY, (1 2))                               | MULTIPOINT ((1 2))",
        "MULTILINESTRING (EMPTY, (1 2, 3 4), EMPTY)              | MULTILINESTRING ((1 2, 3 4))",
        "MULTIPOLYGON (EMPTY, ((0 0, 1 0, 1 1, 0 0)))            | MULTIPOLYGON (((0 0, 1 0, 1 1, 0"
            + " 0)))",
        "GEOMETRYCOLLECTION (POINT EMPTY, GEOMETRYCOLLECTION (LINESTRING EMPTY, POINT (1 2)))"
            + " | GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT (1 2)))"
      })
  void emptyPartsAreLeftOut(String wkt, String without) throws IOException {
    String csv = file("a.csv", "id,wkt\n1,\"" + wkt + "\"\n");
    assertThat(read(csv)).containsExactly("1 " + without);
    assertThat(read(file("a.wkt", wkt))).containsExactly("1 " + without);
  }

  @Test
  void emptyPartsOfGeoJsonAreLeftOut() throws IOException {
    String[][] cases = {
      {"MultiPolygon", "[[],[[[0,0],[1,0],[1,1],[0,0]]],[[]]]", "MULTIPOLYGON"},
      {"MultiLineString", "[[],[[0,0],[1,0]]]", "MULTILINESTRING ((0 0, 1 0))"},
      {"Polygon", "[[[0,0],[1,0],[1,1],[0,0]],[]]", "POLYGON ((0 0, 1 0, 1 1, 0 0))"}
    };
    for (String[] each : cases) {
      String json = "{\"type\":\"" + each[0] + "\",\"coordinates\":" + each[1] + "}";
      assertThat(read(file("a.geojson", json)).get(0)).startsWith("1 " + each[2]);
    }
    refused(
        file("b.json", "{\"type\":\"LineString\",\"coordinates\":[[0,0],[],[1,1]]}"),
        "a position has 0 numbers");
    refused(file("c.json", "{\"type\":\"MultiPoint\",\"coordinates\":[]}"), "has no geometry");
  }

  @Test
  void otherEncodingsAreReadWhereTheyAreNamed() throws IOException {
    for (String encoding : List.of("ISO-8859-1", "windows-1252", "UTF-16", "UTF-16LE")) {
      byte[] text = "id,x,y,n\n1,2,3,Z\u00fcrich\n".getBytes(Charset.forName(encoding));
      FormatOptions options = withEncoding(encoding);
      assertThat(read(file("a.csv", text), options)).containsExactly("1 POINT (2 3) n=Z\u00fcrich");
      assertThat(read(file("a.csv.gz", gzip(text)), options)).hasSize(1);
    }
    String ascii = file("b.csv", "id,x,y,n\n1,2,3,\u00fc\n");
    assertThatThrownBy(() -> read(ascii, withEncoding("US-ASCII")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("line 2, byte 15: byte 0xC3 is no text in US-ASCII");
    assertThatThrownBy(() -> DataFiles.open("a.fgb", withEncoding("UTF-8"), BadRowPolicy.STOP))
        .hasMessage(
            "format flatgeobuf: has no encoding; set an encoding only for csv, geojson, wkt");
  }

  private static FormatOptions withEncoding(String name) {
    return new FormatOptions(
        null, null, java.util.Map.of(), null, List.of(), Charset.forName(name));
  }

  @Test
  void attributesOfTextFilesGetTypesOnRequest() throws IOException {
    String file =
        file(
            "shops.csv",
            "id,x,y,n,price,open,since,seen,code\n"
                + "1,0,0,3,2.5,true,2020-01-31,2024-02-29T12:00:00Z,007\n"
                + "2,1,1,,3.25,false,,,8\n");
    FeatureSchema schema;
    try (FeatureCursor all = DataFiles.open(file, BadRowPolicy.STOP)) {
      schema = FeatureSchema.inferred(all, () -> {});
    }
    assertThat(schema.types())
        .containsExactly(
            AttributeType.INTEGER,
            AttributeType.REAL,
            AttributeType.BOOLEAN,
            AttributeType.DATE,
            AttributeType.MOMENT,
            AttributeType.TEXT);
    try (FeatureCursor again = DataFiles.open(file, BadRowPolicy.STOP)) {
      assertThat(again.next()).isTrue();
      assertThat(schema.valuesOf(again))
          .containsExactly(
              3L,
              2.5,
              true,
              LocalDate.of(2020, 1, 31),
              Instant.parse("2024-02-29T12:00:00Z"),
              "007");
      assertThat(again.next()).isTrue();
      assertThat(schema.valuesOf(again)).containsExactly(null, 3.25, false, null, null, "8");
    }
    try (FeatureCursor texts = DataFiles.open(file, BadRowPolicy.STOP)) {
      assertThat(FeatureSchema.of(texts, () -> {}).types()).containsOnly(AttributeType.TEXT);
    }
  }

  @Test
  void featuresWithoutAGeometryAreReadAsRecords() throws IOException {
    String file = file("zones.geojsonl", FEATURE.formatted("a", "null") + "\n");
    try (FeatureCursor entries = DataFiles.open(file, BadRowPolicy.STOP)) {
      assertThatThrownBy(entries::next).isInstanceOf(InputException.class);
    }
    try (FeatureCursor records = DataFiles.open(file, BadRowPolicy.STOP, RowForms.RECORDS)) {
      assertThat(records.next()).isTrue();
      assertThat(records.geometry()).isNull();
    }
  }

  @Test
  void aMissingPolicyIsNamed() throws IOException {
    String file = file("zones.geojsonl", FEATURE.formatted("a", "null") + "\n");
    assertThatThrownBy(() -> DataFiles.open(file, null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("policy");
  }
}
