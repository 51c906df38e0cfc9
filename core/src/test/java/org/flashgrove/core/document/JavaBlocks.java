package org.flashgrove.core.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java of documents and of Javadoc comments, compiled within classes that a test writes around it.
 */
public final class JavaBlocks {
  private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SNIPPET =
      Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL);

  private JavaBlocks() {}

  /** Returns the Java blocks of a document, in their order. */
  public static List<String> ofDocument(Path document) throws IOException {
    String text = Files.readString(document);
    return BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
  }

  /** Returns the snippets of code in the comments of a source file, in their order. */
  public static List<String> ofJavadoc(Path source) throws IOException {
    String text = Files.readString(source);
    return SNIPPET
        .matcher(text)
        .results()
        .map(snippet -> snippet.group(1).replaceAll("(?m)^ *\\* ?", ""))
        .toList();
  }

  /**
   * Compiles classes.
   *
   * @param sources by the names of their public classes
   * @param output the directory that the classes go to
   * @throws AssertionError if they do not compile
   */
  public static void compile(Map<String, String> sources, Path output) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter problems = new StringWriter();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> options = List.of("-proc:none", "-classpath", classPath, "-d", output.toString());
    List<Source> units =
        sources.entrySet().stream()
            .map(source -> new Source(source.getKey(), source.getValue()))
            .toList();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled = compiler.getTask(problems, files, null, options, null, units).call();
      assertThat(compiled).as("%s%n%s", problems, sources).isTrue();
    }
  }

  /** A class in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
