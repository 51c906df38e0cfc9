package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.flashgrove.core.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process that inserts with {@code --acks} is killed after a random number of acknowledgements:
 * every acknowledged id is found afterwards, and the store passes the check.
 */
class KilledProcessTest {
  private static final int ROWS = 20_000;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"efind:buffer=32K,log=64K", "none:frames=16,log=64K"})
  void acknowledgedInsertionsSurvive(String flash) throws Exception {
    killAndLook(flash, Seeds.random(), 2);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(strings = {"efind:buffer=32K,log=64K", "none:frames=16,log=64K"})
  void acknowledgedInsertionsSurviveTwentyKills(String flash) throws Exception {
    killAndLook(flash, Seeds.random(), 20);
  }

  private void killAndLook(String flash, Random random, int rounds) throws Exception {
    for (int round = 0; round < rounds; round++) {
      String store = directory.resolve("store-" + round).toString();
      Run.ok(
          "create",
          store,
          "--index",
          "rtree:split=quadratic",
          "--flash",
          flash,
          "--device",
          "buffered",
          "--sync",
          "op");
      Path acks = directory.resolve("acks-" + round);
      insertAndKill(store, acks, random.nextInt(1_500), random);

      Set<String> acknowledged = completeLines(acks);
      Run.ok("recover", store);
      Run.ok("check", store);
      Set<String> found =
          Run.of("query", store, "--window=-1,-1,2,2")
              .out()
              .lines()
              .skip(1)
              .map(line -> line.substring(0, line.indexOf(',')))
              .collect(Collectors.toSet());
      assertThat(found).containsAll(acknowledged);
      // One more operation may have been durable before its acknowledgement was printed.
      assertThat(found.size()).isBetween(acknowledged.size(), acknowledged.size() + 1);
    }
  }

  private void insertAndKill(String store, Path acks, int killAfter, Random random)
      throws IOException, InterruptedException {
    Process process =
        Run.process(List.of(), "insert", store, "--data", "-", "--acks")
            .redirectOutput(acks.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    Thread killer =
        new Thread(
            () -> {
              try {
                boolean ended = false;
                while (!ended && lines(acks) < killAfter) {
                  ended = process.waitFor(1, TimeUnit.MILLISECONDS);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                process.destroyForcibly();
              }
            });
    killer.start();
    feed(process, random);
    killer.join();
    process.waitFor();
  }

  private static void feed(Process process, Random random) {
    try (BufferedWriter rows =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8))) {
      rows.write("id,x,y\n");
      for (int i = 1; i <= ROWS; i++) {
        rows.write(i + "," + random.nextDouble() + "," + random.nextDouble() + "\n");
      }
    } catch (IOException e) {
      // the process was killed while rows were written: that is the test
    }
  }

  private static long lines(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file).lines().count() : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Ids on lines that were written to their end. */
  private static Set<String> completeLines(Path file) throws IOException {
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n');
    return end < 0 ? Set.of() : text.substring(0, end).lines().collect(Collectors.toSet());
  }
}
