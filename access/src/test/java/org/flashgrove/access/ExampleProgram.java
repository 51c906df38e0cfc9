package org.flashgrove.access;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.flashgrove.core.document.JavaBlocks;

/**
 * Program that consists of the Java blocks of a document in their order, as a reader would enter
 * them into jshell. Comments {@code // prints: LINE} announce the lines that it prints.
 */
final class ExampleProgram {
  private static final Pattern IMPORT = Pattern.compile("import [\\w.*]+; *");
  private static final Pattern PRINTS = Pattern.compile("// prints: (.*)");

  /**
   * Source of the program: the default imports of jshell that the documents use, and a method for
   * the blocks.
   */
  private static final String PROGRAM =
      """
      import java.nio.file.*;
      import java.util.*;
      import java.util.function.*;
      import java.util.stream.*;
      IMPORTS

      public class Examples {
        /**
         * Replaces {@code java.lang.System}, so that the test can read the output of the blocks.
         */
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

  private final List<String> blocks;
  private final String text;

  private ExampleProgram(List<String> blocks) {
    this.blocks = blocks;
    text = String.join("\n", blocks);
  }

  /** Reads the blocks of a document. */
  static ExampleProgram of(Path document) throws IOException {
    return new ExampleProgram(JavaBlocks.ofDocument(document));
  }

  List<String> blocks() {
    return blocks;
  }

  /** Returns the number of lines that are not empty. */
  long lines() {
    return text.lines().filter(line -> !line.isBlank()).count();
  }

  /** Returns the number of imports of one block. */
  static long imports(String block) {
    return IMPORT.matcher(block).results().count();
  }

  /** Returns the lines that the comments announce. */
  List<String> announced() {
    return PRINTS.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /**
   * Compiles and runs the blocks.
   *
   * @param directory directory for the classes and for the stores of the blocks
   * @return the printed lines
   */
  List<String> run(Path directory) throws Exception {
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
      return run.invoke(null, directory).toString().lines().toList();
    }
  }
}
