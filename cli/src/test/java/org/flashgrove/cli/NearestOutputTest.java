package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command nearest prints attributes, rows and formats as the command query does. */
class NearestOutputTest {
  @TempDir private Path folder;
  private String table;
  private String store;

  @BeforeEach
  void build() throws IOException {
    String rows = "id,x,y,name,distance\n7,1,0,\"a,b\",far\n8,3,0,,near\n";
    String csv = Files.writeString(folder.resolve("a.csv"), rows).toString();
    table = folder.resolve("table").toString();
    store = folder.resolve("store").toString();
    Run.ok("build", table, "--table", "--data", csv);
    Run.ok("build", store, "--data", csv);
  }

  private static Run near(String directory, String... more) {
    String[] command = new String[more.length + 4];
    System.arraycopy(new String[] {"nearest", directory, "--point", "0,0"}, 0, command, 0, 4);
    System.arraycopy(more, 0, command, 4, more.length);
    return Run.ok(command);
  }

  @Test
  void rowsOfATableHaveItsAttributes() {
    assertThat(near(table).out())
        .isEqualTo(
            """
            id,distance,minx,miny,maxx,maxy,wkt,name,distance_
            7,1.0,1.0,0.0,1.0,0.0,"POINT (1 0)","a,b",far
            8,3.0,3.0,0.0,3.0,0.0,"POINT (3 0)",,near
            """);
    assertThat(near(table, "--format", "wkt").out())
        .startsWith("id,wkt,distance,name,distance_\n7,\"POINT (1 0)\",1.0,\"a,b\",far\n");
  }

  @Test
  void jsonHasRowsAndTheOlderMemberNeighbours() throws IOException {
    JsonNode json = near(table, "--json").json();
    JsonNode row = json.get("rows").get(0);
    assertThat(row.get("id").asInt()).isEqualTo(7);
    assertThat(row.get("wkt").asText()).isEqualTo("POINT (1 0)");
    assertThat(row.get("attributes").get("distance").asDouble()).isEqualTo(1);
    assertThat(row.get("attributes").get("name").asText()).isEqualTo("a,b");
    assertThat(json.get("neighbours").get(1).get("distance").asDouble()).isEqualTo(3);
    JsonNode entries = near(store, "--json").json();
    assertThat(entries.get("rows").get(1).get("distance").asDouble()).isEqualTo(3);
    assertThat(entries.get("rows").get(1).get("maxx").asDouble()).isEqualTo(3);
    assertThat(near(store, "--ids", "--json").json().get("rows").get(0).get("id").asInt())
        .isEqualTo(7);
  }

  @Test
  void geojsonHasDistancesAsProperties() throws IOException {
    JsonNode feature =
        new ObjectMapper().readTree(near(table, "--format", "geojson").out()).at("/features/0");
    assertThat(feature.get("id").asInt()).isEqualTo(7);
    assertThat(feature.at("/properties/distance").asDouble()).isEqualTo(1);
    assertThat(feature.at("/properties/name").asText()).isEqualTo("a,b");
    assertThat(feature.at("/geometry/type").asText()).isEqualTo("Point");
    JsonNode entry =
        new ObjectMapper().readTree(near(store, "--format", "geojson").out()).at("/features/1");
    assertThat(entry.at("/properties/distance").asDouble()).isEqualTo(3);
    assertThat(near(store, "--format", "wkt").out()).contains("7,\"POINT (1 0)\",1.0");
  }

  @Test
  void unknownFormatsAreRefused() {
    for (String directory : new String[] {table, store}) {
      Run run = Run.of("nearest", directory, "--point", "0,0", "--format", "xml");
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("--format xml (allowed: csv, geojson, wkt)");
    }
    Run ids = Run.of("nearest", store, "--point", "0,0", "--ids", "--format", "wkt");
    assertThat(ids.exitCode()).isEqualTo(2);
  }
}
