package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/**
 * One command run inside the test: exit code and output.
 *
 * @param exitCode what the process would end with
 * @param out standard output
 * @param err the error stream
 */
public record Run(int exitCode, String out, String err) {
  public static Run of(String... args) {
    return withInput("", args);
  }

  /** Runs a command that must succeed. */
  public static Run ok(String... args) {
    Run run = of(args);
    assertThat(run.exitCode).as("%s: %s%s", List.of(args), run.out, run.err).isZero();
    return run;
  }

  public static Run withInput(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Run run = printing(input, new PrintStream(out, true, StandardCharsets.UTF_8), args);
    return new Run(run.exitCode, out.toString(StandardCharsets.UTF_8), run.err);
  }

  /** Runs a command whose output goes to a file, however long it is. */
  public static Run into(Path file, String... args) throws IOException {
    try (PrintStream out =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
      return printing("", out, args);
    }
  }

  /** Returns the parser of all commands on the class path. */
  public static CommandLine parser() {
    return Main.commandLine(null);
  }

  /** Returns a builder of a process that runs a command in a JVM of its own. */
  static ProcessBuilder process(List<String> jvmOptions, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(args));
    return new ProcessBuilder(command);
  }

  private static Run printing(String input, PrintStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            args,
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Run(exitCode, "", err.toString(StandardCharsets.UTF_8));
  }

  public JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
