package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for shells, asked as a shell asks it. */
class CompletionCommandTest {
  private static final Path BASH = Path.of("/bin/bash");

  @TempDir Path directory;

  /** Returns what the script proposes for the last of some words, which is being typed. */
  private String proposals(String... words) throws IOException, InterruptedException {
    Assumptions.assumeTrue(Files.isExecutable(BASH), "SKIPPED: no bash");
    Path script = directory.resolve("script");
    Run run = Run.ok("completion");
    Files.writeString(script, run.out());
    String typed = String.join(" ", words);
    String ask =
        ("source '%s'; COMP_WORDS=(flashgrove %s); COMP_CWORD=%d;"
                + " _complete_flashgrove 2>/dev/null; echo \"${COMPREPLY[@]}\"")
            .formatted(script, typed, words.length);
    Process shell =
        new ProcessBuilder(BASH.toString(), "-c", ask).redirectErrorStream(true).start();
    String out = new String(shell.getInputStream().readAllBytes());
    assertThat(shell.waitFor()).as(out).isZero();
    return out;
  }

  @Test
  void commandsAndOptionsAreProposed() throws IOException, InterruptedException {
    assertThat(proposals("b")).contains("build", "backup").doesNotContain("query");
    assertThat(proposals("generate", "p")).contains("points", "polygons");
    assertThat(proposals("check", "--")).contains("--json").doesNotContain("--index");
  }
}
