package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the code blocks of each tutorial, and of the page about tables, compile, run, and
 * print the lines that their comments announce.
 */
class TutorialDocumentsTest {
  private static final Path DOCUMENTS = Path.of("..", "docs");
  private static final int MOST_LINES = 60;

  @TempDir private Path directory;

  private void follow(String document) throws Exception {
    ExampleProgram program = ExampleProgram.of(DOCUMENTS.resolve(document));
    assertThat(program.lines()).isLessThanOrEqualTo(MOST_LINES);
    assertThat(program.run(directory)).isNotEmpty().containsExactlyElementsOf(program.announced());
  }

  @Test
  void gettingStartedPrintsWhatItSays() throws Exception {
    follow("getting-started.md");
  }

  @Test
  void tablesPrintWhatTheySay() throws Exception {
    follow("tables.md");
  }

  @Test
  void geofencingPrintsWhatItSays() throws Exception {
    follow("tutorial-geofencing.md");
  }

  @Test
  void fleetPrintsWhatItSays() throws Exception {
    follow("tutorial-fleet.md");
  }
}
