package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features without geometry become records without one; indices of entries refuse them. */
class RecordsWithoutGeometryTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text.replace("~", "\n")).toString();
  }

  private String directory(String name) {
    return folder.resolve(name).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "a.csv | id,wkt,n~1,POINT (1 2),a~2,,b~3,POINT EMPTY,c~4,POINT (8 9),d",
        "b.csv | id,x,y,n~1,1,2,a~2,,,b~3,,,c~4,8,9,d",
        "c.wkt | POINT (1 2)~POINT EMPTY~MULTIPOLYGON EMPTY~POINT (8 9)",
        "d.ndjson |"
            + " {\"type\":\"Feature\",\"properties\":{\"n\":\"a\"},\"geometry\":{\"type\":\"Point\","
            + "\"coordinates\":[1,2]}}~{\"type\":\"Feature\",\"properties\":{\"n\":\"b\"},\"geometry\":null}"
            + "~{\"type\":\"Feature\",\"properties\":{\"n\":\"c\"}}~{\"type\":\"Feature\",\"properties\":"
            + "{\"n\":\"d\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[8,9]}}"
      })
  void theyLoadIntoTables(String name, String text) throws IOException {
    String data = file(name, text + "~");
    String table = directory("table");
    Run built =
        Run.ok(
            "build",
            table,
            "--data",
            data,
            "--table",
            "--index",
            "geom=rstar",
            "--index",
            "key=bplus:unique=off",
            "--json");
    assertThat(built.json().get("table").get("records").asInt()).isEqualTo(4);
    assertThat(Run.ok("scan", table, "--format", "csv").out()).hasLineCount(5);
    Run.ok("insert", table, "--data", data);
    Run.ok("check", table);
    assertThat(Run.ok("scan", table, "--window", "0,0,10,10", "--count").out()).contains("4");
  }

  @Test
  void entriesNeedAGeometry() throws IOException {
    String data = file("a.csv", "id,wkt~1,POINT (1 2)~2,~");
    Run run = Run.of("build", directory("store"), "--data", data);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("line 3: wkt is empty").hasLineCount(1);
    String points = file("b.csv", "id,wkt~1,POINT (1 2)~");
    Run.ok("build", directory("ids"), "--data", points, "--ids");
    Run insert = Run.of("insert", directory("ids"), "--data", data);
    assertThat(insert.exitCode()).isEqualTo(2);
    assertThat(insert.err()).contains("wkt is empty");
  }

  @Test
  void aTableOfNothingElseLoads() throws IOException {
    String table = directory("table");
    Run.ok("build", table, "--data", file("a.csv", "id,wkt,n~1,,a~2,,b~"), "--table");
    Run.ok("check", table);
    assertThat(Run.ok("scan", table, "--format", "csv").out()).hasLineCount(3);
  }
}
