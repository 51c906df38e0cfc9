package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores in the units of one real file, from the command line. */
class UnitFileCommandsTest {
  private static final long MIB = 1 << 20;

  @TempDir private Path directory;

  private Run ok(String line) {
    Run run = Run.ok(line.replace("~", directory.toString()).split(" "));
    return run;
  }

  @Test
  void aStoreInUnitsIsBuiltAndChangedAndDescribed() throws IOException {
    ok("generate points --count 3000 --seed 5 --out ~/points.csv");
    String device = " --device units:size=24M,unit=512K";
    JsonNode built = ok("build ~/store --data ~/points.csv --json" + device).json();
    assertThat(built.get("unitFile").get("units").asInt()).isEqualTo(48);
    assertThat(built.get("unitFile").get("writtenBytes").asLong()).isPositive();
    assertThat(Files.size(directory.resolve("store").resolve("units"))).isGreaterThan(24 * MIB);
    JsonNode units = ok("stats ~/store --json").json().get("unitFile");
    assertThat(units.get("unitBytes").asLong()).isEqualTo(MIB / 2);
    assertThat(units.get("unitSource").asText()).isEqualTo("setting");
    assertThat(units.get("liveBytes").asLong()).isBetween(4_096L, MIB);
    assertThat(units.get("roomBytes").asLong()).isBetween(10 * MIB, 20 * MIB);
    assertThat(ok("stats ~/store").out()).contains("unitFile.trims");
    assertThat(ok("check ~/store").out()).isNotEmpty();
    ok("backup ~/store --to ~/copy");
    assertThat(Files.exists(directory.resolve("copy").resolve("units"))).isTrue();
    assertThat(ok("stats ~/copy --json").json().get("entries").asInt()).isEqualTo(3_000);
    ok("salvage ~/store --to ~/saved");
    assertThat(ok("stats ~/saved --json").json().get("entries").asInt()).isEqualTo(3_000);
  }

  /** The header of the file in units tells how to read a store whose description is lost. */
  @Test
  void aStoreWithoutDescriptionIsSalvaged() throws IOException {
    ok("generate points --count 3000 --seed 5 --out ~/points.csv");
    ok("build ~/store --data ~/points.csv --device units:size=24M,unit=256K,page=8K,open=5");
    Files.delete(directory.resolve("store").resolve("store.meta"));
    ok("salvage ~/store --to ~/saved --index grove");
    assertThat(ok("stats ~/saved --json").json().get("entries").asInt()).isEqualTo(3_000);
  }

  /** Without a setting, the size of the units comes from the drive or is the default. */
  @Test
  void theSizeOfUnitsMayBeLeftOut() throws IOException {
    ok("generate points --count 3000 --seed 5 --out ~/points.csv");
    ok("build ~/store --data ~/points.csv --device units:size=2G,page=2K");
    JsonNode units = ok("stats ~/store --json").json().get("unitFile");
    assertThat(units.get("unitBytes").asLong()).isGreaterThanOrEqualTo(128 * MIB);
    assertThat(units.get("unitSource").asText()).isIn("drive", "default");
    assertThat(ok("stats ~/store --json").json().get("entries").asInt()).isEqualTo(3_000);
  }
}
