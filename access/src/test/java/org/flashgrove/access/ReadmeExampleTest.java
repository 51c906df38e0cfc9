package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flashgrove.core.document.JavaBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the README: its own text is compiled and run, and prints what it says. {@code
 * .ci/readme} enters it into jshell.
 */
class ReadmeExampleTest {
  private static final Pattern IMPORT = Pattern.compile("import [\\w.*]+; *");
  private static final Pattern PRINTS = Pattern.compile("// prints: (.*)");

  /** The examples follow each other; what jshell imports by itself is imported here, too. */
  private static final String PROGRAM =
      """
      import java.nio.file.*;
      import java.util.function.*;
      import java.util.stream.*;
      IMPORTS

      public class Examples {
        /** In the place of that of the JDK: what is printed is seen here. */
        static class System {
          static final java.io.ByteArrayOutputStream printed = new java.io.ByteArrayOutputStream();
          static final java.io.PrintStream out = new java.io.PrintStream(printed, true);
        }

        public static String run(Path temporary) throws Exception {
          BLOCKS
          return System.printed.toString();
        }
      }
      """;

  @TempDir private Path directory;

  @Test
  void theExamplesPrintWhatTheySay() throws Exception {
    List<String> blocks = JavaBlocks.ofDocument(Path.of("..", "README.md"));
    assertThat(blocks).hasSize(2).allMatch(block -> IMPORT.matcher(block).results().count() <= 3);
    String text = String.join("\n", blocks);
    String imports =
        IMPORT
            .matcher(text)
            .results()
            .map(found -> found.group())
            .collect(Collectors.joining("\n"));
    String statements =
        IMPORT.matcher(text).replaceAll("").replace("TempDirectory(", "TempDirectory(temporary, ");
    String program = PROGRAM.replace("IMPORTS", imports).replace("BLOCKS", statements);
    JavaBlocks.compile(Map.of("Examples", program), directory);
    URL[] path = {directory.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, getClass().getClassLoader())) {
      Method run = loader.loadClass("Examples").getMethod("run", Path.class);
      List<String> says =
          PRINTS.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toList());
      assertThat(says).hasSize(2);
      assertThat(run.invoke(null, directory).toString().lines()).containsExactlyElementsOf(says);
    }
  }
}
