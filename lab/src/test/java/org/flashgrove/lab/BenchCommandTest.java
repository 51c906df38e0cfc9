package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without the jar that has the peers the command says where they are; bad input is refused. */
class BenchCommandTest {
  @TempDir private Path folder;

  @Test
  void theJarOfTheCommandLineHasNoPeersAndSaysWhoHas() {
    Run run = Run.of("bench", "--quick", "--out", folder.resolve("out").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("this jar does not contain the benchmarks; run ./flashgrove bench");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "--entries,12.5,1e3 to 1e8",
    "--entries,999,1e3 to 1e8",
    "--entries,many,1e3 to 1e8",
    "--processes,0,1 or more",
    "--memory,1K,allowed"
  })
  void whatIsNotPossibleIsRefused(String option, String value, String allowed) {
    Run run = Run.of("bench", option, value, "--out", folder.resolve("out").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(option + " " + value).contains(allowed);
    assertThat(folder.resolve("out")).doesNotExist();
  }
}
