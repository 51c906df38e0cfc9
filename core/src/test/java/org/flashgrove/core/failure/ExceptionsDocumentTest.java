package org.flashgrove.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of exceptions lists every type of the package. */
class ExceptionsDocumentTest {
  private static final Path SOURCES = Path.of("src/main/java/org/flashgrove/core/failure");

  @Test
  void everyExceptionHasARowInTheTableOfSituations() throws IOException {
    String page = Files.readString(Path.of("../docs/exceptions.md"));
    String table = page.substring(page.indexOf("| situation |"));
    List<String> missing;
    try (Stream<Path> sources = Files.list(SOURCES)) {
      missing =
          sources
              .map(each -> each.getFileName().toString().replace(".java", ""))
              .filter(name -> name.endsWith("Exception") && !name.equals("StoreException"))
              .filter(name -> !table.contains("| `" + name + "` |"))
              .toList();
    }
    assertThat(missing).isEmpty();
    assertThat(table.lines().skip(2).takeWhile(line -> line.startsWith("|")))
        .allMatch(line -> line.matches("\\| [^|]+ \\| `\\w+` \\| [^|]+ \\|"));
  }
}
