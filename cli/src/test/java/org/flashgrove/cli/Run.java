package org.flashgrove.cli;

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

/**
 * One command run inside the test: exit code and output.
 *
 * @param exitCode what the process would end with
 * @param out standard output
 * @param err the error stream
 */
record Run(int exitCode, String out, String err) {
  static Run of(String... args) {
    return withInput("", args);
  }

  static Run withInput(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Run run = printing(input, new PrintStream(out, true, StandardCharsets.UTF_8), args);
    return new Run(run.exitCode, out.toString(StandardCharsets.UTF_8), run.err);
  }

  /** Runs a command whose output goes to a file, however long it is. */
  static Run into(Path file, String... args) throws IOException {
    try (PrintStream out =
        new PrintStream(
            new BufferedOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
      return printing("", out, args);
    }
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

  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(out);
  }
}
