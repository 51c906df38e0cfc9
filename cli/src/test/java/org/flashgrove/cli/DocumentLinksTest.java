package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each link of a document within the repository leads to a file, and to a heading of it. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final int LEAST_LINKS = 200;

  /** Words of the questions that the table must answer. */
  private static final List<String> ASKED =
      List.of(
          "Maven",
          "move",
          "polygons contain a point",
          "nearest in metres",
          "filter and sort",
          "slow",
          "power cut",
          "back up a store while it is open",
          "disk is full",
          "damage",
          "second process",
          "several threads",
          "memory",
          "many small stores",
          "maximum sizes",
          "GeoJSON",
          "GeoTools",
          "Spark",
          "Which index",
          "compared with SQLite",
          "in a paper");

  private static List<Path> documents() throws IOException {
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(top, docs).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  /** Returns the names by which links refer to the headings of a document. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(Files.readString(document))
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  private static boolean leadsSomewhere(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]);
    return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
  }

  /** README, the table of questions, the heading that answers: two clicks. */
  @Test
  void questionsAreTwoClicksAway() throws IOException {
    Path table = ROOT.resolve("docs").resolve("README.md");
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains("(docs/README.md#questions)");
    String text = Files.readString(table);
    String questions = text.substring(text.indexOf("## Questions"), text.indexOf("## Guides"));
    List<String> rows = questions.lines().filter(line -> line.matches("\\| .*\\? \\|.*")).toList();
    for (String row : rows) {
      List<String> links = LINK.matcher(row).results().map(found -> found.group(1)).toList();
      assertThat(links).as(row).anyMatch(link -> link.contains("#"));
    }
    for (String asked : ASKED) {
      assertThat(rows).as("questions about: " + asked).anyMatch(row -> row.contains(asked));
    }
  }

  @Test
  void allLinksLeadSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents()) {
      String text = CODE.matcher(Files.readString(document)).replaceAll("`code`");
      for (String link : LINK.matcher(text).results().map(found -> found.group(1)).toList()) {
        if (link.matches("[a-z]+:.*")) {
          continue;
        }
        links++;
        if (!leadsSomewhere(document, link)) {
          broken.add(document + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(LEAST_LINKS);
  }
}
