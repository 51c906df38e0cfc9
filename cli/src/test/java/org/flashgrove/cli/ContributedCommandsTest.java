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
    "run, flashgrove-lab.jar is missing; put it next to flashgrove.jar",
    "report, flashgrove-lab.jar is missing; put it next to flashgrove.jar",
    "compare, flashgrove-lab.jar is missing; put it next to flashgrove.jar",
    "advise, flashgrove-lab.jar is missing; put it next to flashgrove.jar",
    "bench, benchmarks.jar is missing; add it to the class path",
  })
  void aCommandOfAMissingModuleNamesTheJarInOneLine(String command, String remedy) {
    for (String argument : new String[] {"--help", "--json", "preset:thesis-5"}) {
      Run run = Run.of(command, argument);
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .startsWith("flashgrove: command '" + command + "': " + remedy)
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "completion"})
  void whatListsCommandsLeavesThoseOfMissingModulesOut(String command) {
    Run run = Run.ok(command);
    assertThat(run.out()).contains("generate").doesNotContain("advise");
  }

  @Test
  void aMistypedCommandOfAMissingModuleIsUnknown() {
    Run run = Run.of("repotr");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("unknown command 'repotr'").hasLineCount(1);
  }
}
