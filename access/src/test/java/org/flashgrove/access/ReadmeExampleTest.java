package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the examples of the README compile, run, and print the lines that their comments
 * announce. The script {@code .ci/readme} also enters them into jshell.
 */
class ReadmeExampleTest {
  private static final int MOST_IMPORTS = 3;

  @TempDir private Path directory;

  @Test
  void theExamplesPrintWhatTheySay() throws Exception {
    ExampleProgram program = ExampleProgram.of(Path.of("..", "README.md"));
    assertThat(program.blocks())
        .isNotEmpty()
        .allMatch(block -> ExampleProgram.imports(block) <= MOST_IMPORTS);
    assertThat(program.run(directory)).isNotEmpty().containsExactlyElementsOf(program.announced());
  }
}
