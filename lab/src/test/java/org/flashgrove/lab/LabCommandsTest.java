package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.flashgrove.cli.Run;
import org.junit.jupiter.api.Test;

/** Tests that the commands of this module join the command line. */
class LabCommandsTest {
  @Test
  void theCommandsOfTheModuleFollowThoseOfTheCommandLine() {
    assertThat(Run.parser().getSubcommands().keySet())
        .startsWith("demo", "create", "build")
        .endsWith("simulate", "run", "report", "compare", "advise", "bench")
        .hasSize(31);
  }
}
