package org.flashgrove.access;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles changed copies of some sources of the project, and runs a class with them. */
final class PatchedSources {
  /**
   * A change of a source file.
   *
   * @param file path from the root of the repository
   * @param from text that must occur exactly once in the file
   * @param to replacement of this text
   */
  record Patch(String file, String from, String to) {}

  /** Result of a process: its exit code and the last line that it printed. */
  record Outcome(int exitCode, String lastLine) {}

  private final Path scratch;
  private final Path root;

  PatchedSources(Path scratch) {
    this.scratch = scratch;
    root = Path.of("").toAbsolutePath().getParent();
  }

  /** Returns whether the text of a patch occurs exactly once in its file. */
  boolean applies(Patch patch) throws IOException {
    String source = Files.readString(root.resolve(patch.file()));
    int at = source.indexOf(patch.from());
    return at >= 0 && source.indexOf(patch.from(), at + 1) < 0;
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /**
   * Compiles patched sources and runs a main class. The compiled classes come first on its class
   * path.
   */
  Outcome run(List<Patch> patches, String mainClass, String... arguments) throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (Patch patch : patches) {
      if (!sources.containsKey(patch.file())) {
        sources.put(patch.file(), Files.readString(root.resolve(patch.file())));
      }
      String source = sources.get(patch.file());
      int at = source.indexOf(patch.from());
      if (at < 0 || source.indexOf(patch.from(), at + 1) >= 0) {
        throw new IllegalStateException(
            patch.file() + " does not hold this exactly once: " + patch.from());
      }
      sources.put(patch.file(), source.replace(patch.from(), patch.to()));
    }
    Path classes = Files.createTempDirectory(scratch, "classes");
    compile(sources, classes);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(classes + File.pathSeparator + classPath());
    command.add(mainClass);
    command.addAll(List.of(arguments));
    Path output = classes.resolve("output.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      int code = process.waitFor();
      try (Stream<String> lines = Files.lines(output)) {
        return new Outcome(code, lines.reduce("", (before, line) -> line));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private void compile(Map<String, String> sources, Path classes) throws IOException {
    List<File> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      String inPackage = source.getKey().substring(source.getKey().indexOf("org/flashgrove"));
      Path file = classes.resolve(inPackage);
      Files.createDirectories(file.getParent());
      Files.writeString(file, source.getValue());
      files.add(file.toFile());
    }
    if (files.isEmpty()) {
      return;
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of("-d", classes.toString(), "-cp", classPath(), "-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromFiles(files))
              .call();
      if (!compiled) {
        throw new IllegalStateException("does not compile: " + messages);
      }
    }
  }
}
