package org.flashgrove.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flashgrove.cli.Run;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/lab/experiments.md run, their answers are right, and their tables are full.
 */
class ExperimentsDocumentTest {
  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path directory;

  private static List<String> examples() throws IOException {
    Path document = Path.of("docs", "lab", "experiments.md");
    if (!Files.exists(document)) {
      document = Path.of("..").resolve(document);
    }
    Matcher found = EXAMPLE.matcher(Files.readString(document));
    List<String> examples = new ArrayList<>();
    while (found.find()) {
      examples.add(found.group(1));
    }
    return examples;
  }

  @TestFactory
  Stream<DynamicTest> everyExampleRuns() throws IOException {
    List<String> examples = examples();
    assertThat(examples).hasSize(10);
    return examples.stream()
        .map(
            text -> {
              String name = text.lines().findFirst().orElseThrow().substring(12);
              return DynamicTest.dynamicTest(name, () -> run(name, text));
            });
  }

  private void run(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name + ".yaml"), text);
    Path markdown = directory.resolve(name + ".md");
    Run run =
        Run.ok(
            "run",
            file.toString(),
            "--scale",
            "small",
            "--json",
            "--markdown",
            markdown.toString());
    Set<String> phases = new HashSet<>();
    for (JsonNode execution : run.json().get("executions")) {
      phases.add(execution.get("config").get("phase").asText());
      assertThat(execution.get("figures").has("pages_read")).isTrue();
    }
    assertThat(phases.size()).isGreaterThan(1);
    List<String> rows =
        Files.readAllLines(markdown).stream().filter(line -> line.startsWith("| ")).toList();
    assertThat(rows).as("a table, of the document's or of all executions").hasSizeGreaterThan(1);
    if (text.contains("tables:") && !text.contains("change:")) {
      assertThat(rows).as("cells without a figure").noneMatch(row -> row.contains(" - "));
    }
  }
}
