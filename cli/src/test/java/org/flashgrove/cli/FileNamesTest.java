package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how commands treat file names: endings, and {@code -} for standard output. */
class FileNamesTest {
  private static final String POINTS = "id,x,y\n1,2.0,3.0\n2,5.0,6.0\n";

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("points.csv"), POINTS);
    Files.writeString(folder.resolve("points.shp"), POINTS);
    Files.writeString(folder.resolve("windows.parquet"), "minx,miny,maxx,maxy\n0,0,9,9\n");
    assertThat(run("build STORE --data points.csv").exitCode()).isZero();
    assertThat(run("build TABLE --data points.csv --table").exitCode()).isZero();
  }

  /** Runs a command whose words with a dot, or in capitals, are files of the folder. */
  private Run run(String command) {
    return Run.of(
        Stream.of(command.split(" "))
            .map(
                word ->
                    word.matches("[A-Z]+|[a-z]+\\.[a-z]+") ? folder.resolve(word).toString() : word)
            .toArray(String[]::new));
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "convert points.csv new.gml",
        "convert points.shp new.csv",
        "build NEW --data points.shp",
        "build NEW --data points.shp --table",
        "insert STORE --data points.shp",
        "update TABLE --data points.shp",
        "delete STORE --data points.shp",
        "query STORE --window 0,0,9,9 --verify points.shp",
        "stats --data points.shp",
        "export STORE --out new.gml",
        "export TABLE --out new.shp",
        "generate polygons --count 3 --out new.kml",
        "generate queries --data points.shp --count 3 --percent 1 --out new.csv",
        "demo --data points.shp"
      })
  void anUnknownEndingIsRefusedWithTheListOfFormats(String command) throws IOException {
    List<String> before = files();
    Run run = run(command);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("no format has the ending .")
        .contains("csv .csv .tsv .txt, geojson .geojson")
        .contains("geopackage .gpkg, geoparquet .parquet)")
        .hasLineCount(1);
    assertThat(run.out()).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generate points --count 3 --out new.geojson",
        "generate rects --count 3 --out new.gml",
        "generate moves --count 3 --objects 3 --points places.csv --out new.gpkg",
        "generate moves --count 3 --objects 3 --points places.fgb --out new.csv",
        "generate queries --data points.csv --count 3 --percent 1 --out new.json",
        "query STORE --queries windows.parquet",
        "build NEW --data points.csv --queries windows.parquet"
      })
  void aFileOfCsvHasAnEndingOfCsv(String command) throws IOException {
    List<String> before = files();
    Run run = run(command);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("must be a file of CSV; use another ending").hasLineCount(1);
    assertThat(files()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({
    "export STORE --nodes new.png,.geojson or .json",
    "export STORE --picture new.csv,.png"
  })
  void otherOutputsHaveTheEndingOfWhatTheyAre(String command, String allowed) {
    Run run = run(command);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("(allowed: a name that ends in " + allowed + ")");
  }

  @Test
  void aNamedFormatAndANameWithoutEndingAreTaken() throws IOException {
    assertThat(run("convert points.shp new.csv --format csv").exitCode()).isZero();
    assertThat(folder.resolve("new.csv")).hasContent(POINTS);
    assertThat(run("convert points.csv NEW").exitCode()).isZero();
    assertThat(folder.resolve("NEW")).hasContent(POINTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"STORE", "TABLE"})
  void anExportToStandardOutputIsTheDataAlone(String source) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    Run plain;
    Run json;
    try {
      System.setOut(new PrintStream(data, true, StandardCharsets.UTF_8));
      plain = run("export " + source + " --out -");
      json = run("export " + source + " --out - --json");
    } finally {
      System.setOut(before);
    }
    assertThat(data.toString(StandardCharsets.UTF_8).lines().distinct().sorted())
        .containsExactly("1,2.0,3.0", "2,5.0,6.0", "id,x,y");
    assertThat(plain).isEqualTo(new Run(0, "", plain.err()));
    assertThat(plain.err()).contains("-: 2 features");
    assertThat(json.out()).isEmpty();
    assertThat(json.err()).contains("\"features\" : 2");
  }
}
