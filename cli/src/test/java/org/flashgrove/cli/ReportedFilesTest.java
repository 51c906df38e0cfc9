package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Small files made after public reports, where they are there: what they hold, or what is wrong.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReportedFilesTest {
  @TempDir private Path folder;

  private static String input(String name) {
    Path start = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      Path file = folder.resolve("shared/cases/formats").resolve(name);
      if (Files.exists(file)) {
        return file.toString();
      }
    }
    return abort("skipped: shared/cases/formats/" + name + " is not beside the checkout");
  }

  private Run convert(String name, String options) {
    List<String> arguments = new ArrayList<>(List.of("convert", input(name)));
    arguments.add(folder.resolve("out.csv").toString());
    if (options != null) {
      arguments.addAll(Arrays.asList(options.split(" ")));
    }
    return Run.of(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "o_mp_overlap/a.osm.pbf, --layer buildings, 0, lines of an area cross or overlap (1)",
    "o_mp_dupway/a.osm.pbf, --layer buildings, 1,",
    "o_mp_missingway/a.osm.pbf, --layer buildings, 0, a way is not in the file (1)",
    "o_missingnode/a.osm.pbf, --layer buildings, 0, a node is not in the file (1)",
    "f_n1/a.fgb, , 1,",
    "c_latin1/a.csv, --encoding latin1, 2,",
    "g_latin1/a.geojson, --encoding windows-1252, 1,",
    "c_empty_header1/a.csv, , 1,",
    "c_tsv_noopt/a.tsv, , 1,",
    "c_sep_line/a.csv, , 1,",
    "g_seq_rs/a.geojsons, , 2,",
    "g_bare_point/a.geojson, , 1,",
    "p_layers/a.gpkg, --layer roads, 3,"
  })
  void areRead(String name, String options, int features, String leftOut) throws IOException {
    Run run = convert(name, options);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(features + 1);
    if (leftOut != null) {
      assertThat(run.err()).contains(leftOut);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "c_latin1/a.csv, 'line 2, byte 24: byte 0xFC is no text in UTF-8'",
    "g_latin1/a.geojson, 'line 1, byte 78: byte 0xFC is no text in UTF-8'",
    "c_gz_garbage/a.csv.gz, something else follows its last member",
    "c_zip/a.csv.zip, is a zip archive"
  })
  void areRefused(String name, String wrong) {
    Run run = convert(name, null);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(wrong).hasLineCount(1);
    assertThat(folder.resolve("out.csv")).doesNotExist();
  }

  @Test
  void anEmptyGeometryIsWrittenAsNoneWithANote() throws IOException {
    Run run = convert("g_mp_empty/a.geojson", null);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).contains("1 feature with an empty geometry is kept without one");
    assertThat(folder.resolve("out.csv")).hasContent("id,wkt,n\n1,,a");
  }

  @ParameterizedTest
  @CsvSource({"g_null_geom/a.geojson, 3", "g_mp_empty/a.geojson, 1"})
  void loadIntoTables(String name, int records) throws IOException {
    String table = folder.resolve("table").toString();
    Run run = Run.ok("build", table, "--data", input(name), "--table", "--json");
    assertThat(run.json().get("table").get("records").asInt()).isEqualTo(records);
  }
}
