package org.flashgrove.spark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On files of the machine one of several writers gets a name. */
class ExclusiveFilesTest {
  @TempDir private java.nio.file.Path directory;
  private final Configuration configuration = new Configuration(false);

  private ExclusiveFiles local() throws IOException {
    FileSystem files = DatasetDirectory.fileSystem(new Path(directory.toUri()), configuration);
    return ExclusiveFiles.of(files, configuration);
  }

  private static byte[] content(int number) {
    return ("content " + number).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void oneWriterGetsAName() throws IOException {
    ExclusiveFiles files = local();
    for (int round = 0; round < 20; round++) {
      Path name = new Path(directory.resolve("manifests/" + round).toUri());
      AtomicInteger winner = new AtomicInteger(-1);
      List<Boolean> taken =
          IntStream.range(0, 4)
              .parallel()
              .mapToObj(
                  i -> {
                    try {
                      boolean isFirst = files.create(name, content(i));
                      if (isFirst) {
                        winner.set(i);
                      }
                      return isFirst;
                    } catch (IOException e) {
                      throw new AssertionError(e);
                    }
                  })
              .toList();
      assertThat(taken).containsOnlyOnce(true);
      assertThat(Files.readAllBytes(directory.resolve("manifests/" + round)))
          .isEqualTo(content(winner.get()));
    }
    try (Stream<java.nio.file.Path> all = Files.list(directory.resolve("manifests"))) {
      assertThat(all).hasSize(20);
    }
  }

  @Test
  void renamesOfFilesOfTheMachineAreNoWayToCommit() {
    configuration.set(ExclusiveFiles.SETTING + "file", ExclusiveFiles.RENAME);
    assertThatThrownBy(this::local)
        .hasMessageContaining("file system 'file': is not known to keep writers apart; set")
        .hasMessageContaining("spark.hadoop.flashgrove.commit.file to 'single' if one driver");
  }

  @Test
  void aSingleWriterMayRename() throws IOException {
    configuration.set(ExclusiveFiles.SETTING + "file", ExclusiveFiles.SINGLE);
    Path name = new Path(directory.resolve("manifest").toUri());
    assertThat(local().create(name, content(1))).isTrue();
    assertThat(local().create(name, content(2))).isFalse();
    assertThat(Files.readAllBytes(directory.resolve("manifest"))).isEqualTo(content(1));
  }
}
