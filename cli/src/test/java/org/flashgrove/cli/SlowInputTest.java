package org.flashgrove.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller that waits for each acknowledgement before it sends the next row. */
class SlowInputTest {
  private static final int ROWS = 20;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"op", "group:5ms"})
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void eachRowIsAcknowledgedBeforeTheNextIsSent(String sync) throws Exception {
    String store = directory.resolve("store").toString();
    Run.ok("create", store, "--device", "buffered", "--sync", sync);
    PipedInputStream rowsIn = new PipedInputStream();
    PipedInputStream acksIn = new PipedInputStream();
    try (PrintStream rows = utf8(rowsIn);
        BufferedReader acks =
            new BufferedReader(new InputStreamReader(acksIn, StandardCharsets.UTF_8))) {
      PrintStream out = utf8(acksIn);
      CompletableFuture<Integer> exitCode =
          CompletableFuture.supplyAsync(
              () ->
                  Main.run(
                      new String[] {"insert", store, "--data", "-", "--acks"},
                      rowsIn,
                      out,
                      new PrintStream(PrintStream.nullOutputStream())));
      rows.println("id,x,y");
      for (int i = 1; i <= ROWS; i++) {
        rows.println(i + ",0.5," + i);
        assertThat(acks.readLine()).isEqualTo(Integer.toString(i));
      }
      rows.close();
      assertThat(exitCode.get(20, TimeUnit.SECONDS)).isZero();
    }
    assertThat(Run.of("query", store, "--window", "0,0,1,99", "--count").out())
        .isEqualTo(ROWS + "\n");
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void rowsOfANamedPipeAreAcknowledged() throws Exception {
    Path pipe = directory.resolve("pipe");
    Process making = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assumeTrue(making.waitFor(10, TimeUnit.SECONDS) && making.exitValue() == 0, "no mkfifo here");
    String store = directory.resolve("store").toString();
    Run.ok("create", store);
    for (String command : new String[] {"insert", "query"}) {
      boolean inserts = command.equals("insert");
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> write(pipe, inserts ? "id,x,y\n7,1,2\n" : "minx,miny,maxx,maxy\n0,0,3,3\n"));
      Run run =
          inserts
              ? Run.of("insert", store, "--acks", "--data", pipe.toString())
              : Run.of("query", store, "--count", "--queries", pipe.toString());
      writer.get(20, TimeUnit.SECONDS);
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).isEqualTo(inserts ? "7\n" : "1\n");
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PrintStream utf8(PipedInputStream other) throws IOException {
    return new PrintStream(new PipedOutputStream(other), true, StandardCharsets.UTF_8);
  }
}
