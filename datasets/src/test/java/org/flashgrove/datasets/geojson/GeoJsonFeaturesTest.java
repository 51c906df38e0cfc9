package org.flashgrove.datasets.geojson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.flashgrove.datasets.InputException;
import org.flashgrove.datasets.feature.BadRowPolicy;
import org.flashgrove.datasets.feature.FeatureCursor;
import org.flashgrove.datasets.feature.FormatOptions;
import org.flashgrove.datasets.feature.RowForms;
import org.flashgrove.datasets.file.InputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeoJsonFeaturesTest {
  private static FeatureCursor open(InputStream text, BadRowPolicy policy) {
    return new GeoJsonFormat()
        .open(InputFile.of(text, "a.geojson"), policy, RowForms.ENTRIES, FormatOptions.BY_ENDING);
  }

  private static List<String> read(String text, BadRowPolicy policy) {
    List<String> features = new ArrayList<>();
    byte[] bytes = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    try (FeatureCursor cursor = open(new ByteArrayInputStream(bytes), policy)) {
      while (cursor.next()) {
        StringBuilder line = new StringBuilder(cursor.id() + " " + cursor.geometry());
        for (int i = 0; i < cursor.attributeNames().size(); i++) {
          Object value = cursor.attribute(i);
          if (value != null) {
            line.append(' ').append(cursor.attributeNames().get(i)).append('=').append(value);
            line.append(':').append(value.getClass().getSimpleName());
          }
        }
        features.add(line.toString());
      }
    }
    return features;
  }

  private static String feature(String geometry) {
    return "{'type':'Feature','geometry':" + geometry + ",'properties':{}}";
  }

  private static String point(String more) {
    return "{'type':'Feature','geometry':{'coordinates':[1,2],'type':'Point'}" + more + "}";
  }

  @Test
  void readsCollectionsWhateverTheOrderOfMembers() {
    String text =
        "{'crs':{'a':[1,{'features':[2]}]},'features':[\n"
            + point(",'properties':{'n':'x','k':7,'r':1.5,'t':true,'o':{'a':[1]},'z':null}")
            + ",\n"
            + point(",'properties':{'late':12345678901234567890}")
            + "],'type':'FeatureCollection','bbox':[0,[1]]}\n";
    assertThat(read(text, BadRowPolicy.STOP))
        .containsExactly(
            "1 POINT (1 2) n=x:String k=7:Long r=1.5:Double t=true:Boolean o={\"a\":[1]}:String",
            "2 POINT (1 2) late=12345678901234567890:String");
  }

  @Test
  void readsFeaturesOneAfterTheOther() {
    assertThat(read(point(",'id':9") + "\n" + point(",'id':-3") + "\n", BadRowPolicy.STOP))
        .containsExactly("9 POINT (1 2)", "-3 POINT (1 2)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Point | [1,2] | POINT (1 2)",
        "LineString | [[0,0],[1,2]] | LINESTRING (0 0, 1 2)",
        "MultiPoint | [[1,2],[3,4]] | MULTIPOINT ((1 2), (3 4))",
        "MultiLineString | [[[0,0],[1,1]],[[2,2],[3,3]]] |"
            + " MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))",
        "Polygon | [[[0,0],[9,0],[0,9],[0,0]],[[1,1],[1,2],[2,1],[1,1]]] |"
            + " POLYGON ((0 0, 9 0, 0 9, 0 0), (1 1, 1 2, 2 1, 1 1))",
        "MultiPolygon | [[[[0,0],[9,0],[0,9],[0,0]]]] | MULTIPOLYGON (((0 0, 9 0, 0 9, 0 0)))",
      })
  void readsEachType(String type, String coordinates, String wkt) {
    String geometry = "{'type':'" + type + "','coordinates':" + coordinates + "}";
    assertThat(read(feature(geometry), BadRowPolicy.STOP)).containsExactly("1 " + wkt);
    String reversed = "{'coordinates':" + coordinates + ",'type':'" + type + "'}";
    String collection = "{'type':'GeometryCollection','geometries':[" + reversed + "]}";
    assertThat(read(feature(collection), BadRowPolicy.STOP))
        .containsExactly("1 GEOMETRYCOLLECTION (" + wkt + ")");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | has no geometry",
        "5 | geometry is no object",
        "{'type':'Point'} | without coordinates",
        "{'coordinates':[1,2]} | without a type",
        "{'type':'House','coordinates':[1,2]} | unknown type",
        "{'type':'Point','coordinates':[1]} | a position has 1 numbers",
        "{'type':'Point','coordinates':[1,'a']} | no number",
        "{'type':'Point','coordinates':[]} | has no geometry",
        "{'type':'Point','coordinates':[1,1e999]} | not finite",
        "{'type':'Point','coordinates':[[1,2]]} | not as deep",
        "{'type':'LineString','coordinates':[1,2]} | not as deep",
        "{'type':'LineString','coordinates':[[1,2],[[1,2]]]} | mix positions and lines",
        "{'type':'LineString','coordinates':[[[1,2]],[1,2]]} | not as deep",
        "{'type':'Polygon','coordinates':[[[0,0],[9,0],[0,9]]]} | closed",
        "{'type':'Polygon','coordinates':[[0,0],[9,0],[0,9],[0,0]]} | not as deep",
        "{'type':'GeometryCollection'} | without geometries",
      })
  void badFeaturesAreLeftOutAlone(String geometry, String wrong) {
    List<InputException> problems = new ArrayList<>();
    String text =
        "{'type':'FeatureCollection','features':["
            + point("")
            + ",\n"
            + feature(geometry)
            + ",\n"
            + point("")
            + "]}";
    assertThat(read(text, BadRowPolicy.skip(problems::add)))
        .containsExactly("1 POINT (1 2)", "3 POINT (1 2)");
    assertThat(problems).hasSize(1);
    assertThat(problems.get(0))
        .hasMessageStartingWith("a.geojson, line 2: ")
        .hasMessageContainingAll(wrong, "; allowed: ");
  }

  @Test
  void idsThatAreNotUsedAreKeptAsAnAttribute() {
    List<InputException> problems = new ArrayList<>();
    assertThat(read(point(",'id':'a'") + point(",'id':5"), BadRowPolicy.STOP))
        .containsExactly("1 POINT (1 2) id=a:String", "2 POINT (1 2) id=5:Long");
    read(point(",'id':5") + point(""), BadRowPolicy.skip(problems::add));
    assertThat(problems.get(0)).hasMessageContaining("has no id; allowed: such ids");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "[]", "{}", "{'type':'Topology'}", "{'type':'FeatureCollection'}",
        "{'features':[5]}", "{'features':[", "{'type':'Feature',", "nonsense", "{'features':[]}x"
      })
  void otherTextIsRefused(String text) {
    assertThatThrownBy(() -> read(text, BadRowPolicy.skip(e -> {})))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("a.geojson")
        .hasMessageContaining("; allowed: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{'type':'GeometryCollection','geometries':["})
  void depthHasABound(String piece) {
    for (int levels : new int[] {100, 1_000_000}) {
      String start = piece.equals("[") ? "{'type':'Polygon','coordinates':" : "";
      assertThatThrownBy(
              () ->
                  read(
                      "{'type':'Feature','geometry':" + start + piece.repeat(levels),
                      BadRowPolicy.skip(e -> {})))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("at most 64 arrays and objects within each other");
    }
  }

  /** Text without an end: a part of it is read. */
  @ParameterizedTest
  @ValueSource(strings = {" ", "1,", "[1,2],", "x"})
  void aFeatureHasABound(String piece) {
    String start =
        switch (piece) {
          case "x" -> "{\"type\":\"";
          case " " -> "{";
          default -> "{\"geometry\":{\"coordinates\":[";
        };
    InputStream endless =
        new InputStream() {
          private long at;

          @Override
          public int read() {
            long place = at++;
            return place < start.length()
                ? start.charAt((int) place)
                : piece.charAt((int) ((place - start.length()) % piece.length()));
          }
        };
    FeatureCursor cursor = open(endless, BadRowPolicy.skip(e -> {}));
    assertThatThrownBy(cursor::next)
        .isInstanceOf(InputException.class)
        .hasMessageContainingAll("; allowed: ", "16777216");
  }
}
