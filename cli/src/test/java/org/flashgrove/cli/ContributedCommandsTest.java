package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the command line without the jars that add commands to it. */
class ContributedCommandsTest {
  @ParameterizedTest
  @CsvSource({
    "run, flashgrove-lab.jar",
    "report, flashgrove-lab.jar",
    "compare, flashgrove-lab.jar",
    "advise, flashgrove-lab.jar",
    "bench, benchmarks.jar"
  })
  void aCommandOfAMissingModuleNamesTheJarInOneLine(String command, String jar) {
    for (String argument : new String[] {"--help", "--json", "preset:thesis-5"}) {
      Run run = Run.of(command, argument);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .isEqualTo(
              "flashgrove: command '%s': %s is missing; put it beside flashgrove.jar or on the"
                      .formatted(command, jar)
                  + " class path\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "completion"})
  void whatListsCommandsLeavesThoseOfMissingModulesOut(String command) {
    Run run = Run.of(command);
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("generate").doesNotContain("advise");
  }

  @Test
  void aMistypedCommandOfAMissingModuleIsUnknown() {
    Run run = Run.of("repotr");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("unknown command 'repotr'").hasLineCount(1);
  }
}
