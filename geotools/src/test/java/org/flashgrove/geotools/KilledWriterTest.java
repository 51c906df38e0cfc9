package org.flashgrove.geotools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.access.table.TableOptions;
import org.flashgrove.core.Seeds;
import org.geotools.data.simple.SimpleFeatureIterator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that commits transactions is killed: each is there whole, or not at all. */
class KilledWriterTest {
  @TempDir Path directory;

  @Test
  void committedTransactionsSurvive() throws Exception {
    killed(2, Seeds.random());
  }

  @Tag("long")
  @Test
  void committedTransactionsSurviveFiftyKills() throws Exception {
    int committed = killed(50, Seeds.random());
    System.out.println("KilledWriterTest: 50 kills, " + committed + " transactions, 0 violations");
  }

  private int killed(int rounds, Random random) throws Exception {
    int committed = 0;
    for (int round = 0; round < rounds; round++) {
      Path store = directory.resolve("store-" + round);
      FlashgroveDataStore made = FlashgroveDataStore.create(store, TableOptions.defaults());
      for (String type : KilledWriter.TYPES) {
        made.createSchema(Parcels.type(type));
      }
      made.dispose();
      int acknowledged = writeAndKill(store, random.nextInt(60));
      FlashgroveDataStore found = FlashgroveDataStore.open(store, false);
      try {
        assertThat(found.store().check().ok()).isTrue();
        int there = rounds(found, KilledWriter.TYPES.get(0));
        assertThat(rounds(found, KilledWriter.TYPES.get(1))).isEqualTo(there);
        // one more may be committed before it was said
        assertThat(there).isBetween(acknowledged, acknowledged + 1);
        committed += there;
      } finally {
        found.dispose();
      }
    }
    return committed;
  }

  private static int writeAndKill(Path store, int killAfter) throws Exception {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            KilledWriter.class.getName(),
            store.toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    int acknowledged = 0;
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      while (acknowledged < killAfter && lines.readLine() != null) {
        acknowledged++;
      }
      process.destroyForcibly();
      while (lines.readLine() != null) {
        acknowledged++;
      }
    } catch (IOException e) {
      // the stream ends with the process
    }
    process.waitFor();
    return acknowledged;
  }

  /** Returns the number of transactions in a type; fails if one is not whole. */
  private static int rounds(FlashgroveDataStore store, String type) throws IOException {
    Map<Long, Integer> features = new HashMap<>();
    try (SimpleFeatureIterator found = store.getFeatureSource(type).getFeatures().features()) {
      while (found.hasNext()) {
        features.merge((Long) found.next().getAttribute("number"), 1, Integer::sum);
      }
    }
    assertThat(features.values()).allMatch(count -> count == KilledWriter.FEATURES);
    return features.size();
  }
}
