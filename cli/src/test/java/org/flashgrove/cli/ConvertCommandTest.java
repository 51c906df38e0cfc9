package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversions between formats, and figures of what is in them. */
class ConvertCommandTest {
  private static final String HAND_MADE =
      """
      id,wkt,name,height
      1,"POINT (3 4)",a,1.5
      2,"LINESTRING (0 0, 3 4, 3 10)",b,
      3,"POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))",c,2
      4,"MULTIPOLYGON (((20 0, 23 0, 20 4, 20 0)), ((30 30, 31 30, 31 31, 30 31, 30 30)))",,
      5,"MULTILINESTRING ((0 0, 0 5), (1 1, 4 5))",e,
      6,"MULTIPOINT ((1 1), (2 2), (7 8))",f,-7
      """;

  @TempDir private Path folder;

  private String made(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static JsonNode figures(String file) throws IOException {
    Run run = Run.ok("stats", "--data", file, "--json");
    return run.json().get("data").get(0);
  }

  private static void assertFigure(JsonNode set, String name, double... leastMostMeanSum) {
    JsonNode figure = set.get(name);
    assertThat(
            new double[] {
              figure.get("min").asDouble(),
              figure.get("max").asDouble(),
              figure.get("average").asDouble(),
              figure.get("sum").asDouble()
            })
        .isEqualTo(leastMostMeanSum);
  }

  @Test
  void figuresOfAHandMadeSetAreThoseOfShapelyInEveryFormat() throws IOException {
    String csv = made("hand.csv", HAND_MADE);
    for (String ending : List.of("csv", "geojson", "ndjson", "wkt", "fgb", "gpkg")) {
      String out = folder.resolve("other." + ending).toString();
      Run run = Run.ok("convert", csv, out, "--json");
      assertThat(run.json().get("features").asInt()).isEqualTo(6);
      JsonNode set = figures(out);
      assertThat(set.get("objects").asInt()).isEqualTo(6);
      assertThat(set.get("points").asInt()).isEqualTo(2);
      assertFigure(set, "vertices", 1, 10, 5, 30);
      assertFigure(set, "length", 10, 11, 10.5, 21);
      assertFigure(set, "area", 7, 96, 51.5, 103);
      assertFigure(set, "perimeter", 16, 48, 32, 64);
      if (!ending.equals("wkt")) {
        String back = folder.resolve("back.csv").toString();
        Run.ok("convert", out, back);
        List<String> rows = Files.readAllLines(Path.of(back)).stream().sorted().toList();
        assertThat(rows).anySatisfy(row -> assertThat(row).startsWith("3,").contains(",c,2"));
        assertThat(rows).hasSize(7);
      }
    }
  }

  @Test
  void badInputEndsInOneLineAndWritesNothing() throws IOException {
    String bad = made("bad.csv", "id,wkt\n1,POINT (1 2)\n2,PINT (1 2)\n");
    Path out = folder.resolve("out.geojson");
    Run run = Run.of("convert", bad, out.toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("line 3").hasLineCount(1);
    assertThat(out).doesNotExist();
    Run skipping = Run.of("convert", bad, out.toString(), "--on-error", "skip", "--json");
    assertThat(skipping.json().get("skippedRows").asInt()).isEqualTo(1);
    assertThat(figures(out.toString()).get("objects").asInt()).isEqualTo(1);
    Run unknown = Run.of("convert", bad, folder.resolve("o").toString(), "--to", "shapefile");
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.err()).contains("allowed: csv, geojson, wkt").hasLineCount(1);
    assertThat(Run.of("stats", "--data", bad).err()).contains("line 3").hasLineCount(1);
  }
}
