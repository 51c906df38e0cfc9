package org.flashgrove.spark.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.flashgrove.spark.SizedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class TreesTest {
  @TempDir private Path directory;

  @Test
  void theExampleRuns() {
    assertThat(new Trees(SizedData.session(), directory.toString()).run(20_000))
        .anyMatch(line -> line.matches("tall trees of the park: [1-9][0-9]*"))
        .contains(
            "nearest trees: 5",
            "districts with trees: 100",
            "pairs of districts and their nearest trees: 300",
            "tables merged: 4");
  }
}
