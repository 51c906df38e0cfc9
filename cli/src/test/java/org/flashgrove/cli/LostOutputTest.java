package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.flashgrove.cli.command.Failures;
import org.flashgrove.cli.command.ResultStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a command whose results cannot be written to standard output fails. */
class LostOutputTest {
  private static final File FULL = new File("/dev/full");

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path directory;

  @BeforeEach
  void build() {
    Path data = directory.resolve("points.csv");
    Run.ok("generate", "points", "--count", "2000", "--out", data.toString());
    Run.ok("build", store(), "--device", "buffered", "--data", data.toString());
  }

  private String store() {
    return directory.resolve("store").toString();
  }

  private int queryTo(OutputStream out) {
    return Main.runChecked(
        new String[] {"query", store(), "--window=0,0,1,1"},
        new ByteArrayInputStream(new byte[0]),
        ResultStream.to(out, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private static OutputStream failingAfter(int most, String message) {
    return new OutputStream() {
      private int written;

      @Override
      public void write(int value) throws IOException {
        if (++written > most) {
          throw new IOException(message);
        }
      }
    };
  }

  @Test
  void aFullDiskIsReported() {
    for (int most : new int[] {0, 10_000}) {
      err.reset();
      assertThat(queryTo(failingAfter(most, "No space left on device")))
          .isEqualTo(Failures.BAD_STORE);
      assertThat(err.toString(StandardCharsets.UTF_8))
          .contains("standard output: cannot be written: No space left on device")
          .contains("results are incomplete");
    }
  }

  @Test
  void aClosedPipeIsNoFailure() {
    assertThat(queryTo(failingAfter(10_000, "Broken pipe"))).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).doesNotContain("incomplete");
  }

  @Test
  void resultsThatAreWrittenAreNoFailure() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(queryTo(out)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(2_001);
  }

  /** A process reports lost results and lost data files. */
  @Test
  void aProcessFailsIfItsStandardOutputIsFull() throws Exception {
    assumeTrue(FULL.exists());
    String data = directory.resolve("points.csv").toString();
    String[][] commands = {
      {"query", store(), "--window=0,0,1,1", "--json"},
      {"convert", data, "-", "--to", "csv"},
      {"--help"}
    };
    for (String[] command : commands) {
      Process process = Run.process(List.of(), command).redirectOutput(FULL).start();
      String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(errors).isEqualTo(Failures.BAD_STORE);
      assertThat(errors).contains("cannot be written");
    }
  }
}
