package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores and tables of metric geodesic from the command line. */
class GeodesicCommandsTest {
  private static final String ROWS =
      "id,lon,lat\n0,18.2,69\n1,19.1,69.6\n2,19,69.7\n3,20.6,69\n4,179.5,-17\n5,-179.5,-17\n";

  @TempDir private Path directory;

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void distancesAreMetresAndWindowsCrossTheMeridian() throws IOException {
    String rows = file("cities.csv", ROWS);
    for (String form : new String[] {"", "--table"}) {
      String made = directory.resolve("made" + form).toString();
      String[] build = {"build", made, "--data", rows, "--device", "buffered"};
      Run.ok(
          concat(
              build, form.isEmpty() ? new String[0] : new String[] {form}, "--metric", "geodesic"));
      JsonNode near =
          Run.ok("nearest", made, "--point", "19,69", "-k", "3", "--json", "--verify", rows).json();
      assertThat(near.get("verified").asBoolean()).isTrue();
      assertThat(near.get("neighbours").get(0).get("id").asLong()).isZero();
      assertThat(near.get("neighbours").get(0).get("distance").asDouble())
          .isBetween(32_007.0, 32_009.0);
      String[] window = {"query", made, "--window=175,-20,-175,0", "--json", "--verify", rows};
      assertThat(Run.ok(window).json().get("results").asLong()).isEqualTo(2);
      String[] radius = {"query", made, "--point", "19,69", "--radius", "65000", "--json"};
      assertThat(Run.ok(radius).json().get("results").asLong()).isEqualTo(2);
      JsonNode stats = Run.ok("stats", made, "--json").json();
      assertThat(stats.get("metric").asText()).isEqualTo("geodesic");
      assertThat(stats.get("unit").asText()).isEqualTo("m");
      String[] join = {"join", made, made, "--radius", "65000", "--json"};
      long pairs = Run.ok(join).json().get("results").asLong();
      assertThat(pairs).isPositive();
      assertThat(
              Run.ok(concat(join, new String[] {"--threads", "2"})).json().get("results").asLong())
          .isEqualTo(pairs);
    }
    String store = directory.resolve("made").toString();
    String table = directory.resolve("made--table").toString();
    String[] mixed = {"join", store, table, "--radius", "65000", "--json"};
    String[] turned = {"join", table, store, "--radius", "65000", "--json"};
    long pairs = Run.ok(mixed).json().get("results").asLong();
    assertThat(pairs).isPositive();
    assertThat(Run.ok(turned).json().get("results").asLong()).isEqualTo(pairs);
  }

  private static String[] concat(String[] build, String[] form, String... more) {
    return Stream.of(build, form, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void rowsOffTheEarthAreNamed() throws IOException {
    String rows = file("off.csv", "id,lon,lat\n1,10,10\n2,190,5\n");
    String made = directory.resolve("made").toString();
    Run refused =
        Run.of("build", made, "--data", rows, "--device", "buffered", "--metric", "geodesic");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("off.csv").contains("not on the earth: minx=190.0");
    Run unknown = Run.of("create", made, "--metric", "round", "--device", "buffered");
    assertThat(unknown.err()).contains("metric 'round' (allowed: planar, geodesic)");
    Run structure =
        Run.of("create", made, "--structure", "a=rstar", "--metric", "geodesic", "--json");
    assertThat(structure.exitCode()).isEqualTo(2);
    assertThat(structure.err()).contains("add metric=geodesic to the spec of the structure");
  }
}
