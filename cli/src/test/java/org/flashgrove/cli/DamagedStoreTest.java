package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that meet damage say how to rescue what is left. */
class DamagedStoreTest {
  @TempDir Path folder;

  private Path build(String... options) {
    Path points = folder.resolve("points.csv");
    Path store = folder.resolve("store");
    Run.ok("generate", "points", "--count", "2000", "--out", "" + points);
    List<String> line = new ArrayList<>(List.of("build", "" + store, "--data", "" + points));
    line.addAll(List.of(options));
    Run.ok(line.toArray(String[]::new));
    return store;
  }

  private static void damage(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      long size = channel.size();
      for (long at = Math.min(5000, size / 2); at < size; at += 500) {
        channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), at);
      }
    }
  }

  private static void assertRescueIsNamed(Path store, Run run) {
    String rescue = "'flashgrove salvage " + store + " --to NEW' rescues what can be read";
    assertThat(run.exitCode()).isIn(1, 3);
    assertThat(run.exitCode() == 3 ? run.err() : run.out()).contains(rescue);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rstar", "grove"})
  void everyCommandThatMeetsDamageNamesSalvage(String index) throws IOException {
    Path store = build("--index", index, "--device", "buffered");
    List<Path> files;
    try (Stream<Path> all = Files.list(store)) {
      files = all.filter(each -> each.toString().endsWith(".pages")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    for (Path each : files) {
      damage(each);
    }
    assertRescueIsNamed(store, Run.of("check", "" + store));
    List<List<String>> commands =
        List.of(
            List.of("query", "--window", "0,0,1,1"),
            List.of("nearest", "--point", "0.5,0.5", "-k", "2000"),
            List.of("export", "--out", "" + folder.resolve("out.csv")),
            List.of("stats"),
            List.of("backup", "--to", "" + folder.resolve("copy"), "--check"));
    for (List<String> each : commands) {
      List<String> line = new ArrayList<>(each);
      line.add(1, store.toString());
      Run run = Run.of(line.toArray(String[]::new));
      if (run.exitCode() == 3) {
        assertRescueIsNamed(store, run);
      }
    }
  }

  @Test
  void salvageDoesNotRecommendItself() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));
    Run run = Run.of("salvage", "" + empty, "--to", "" + folder.resolve("rescued"));
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).doesNotContain("rescues what can be read");
  }
}
