package org.flashgrove.datasets.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.flashgrove.core.Seeds;
import org.flashgrove.datasets.InputException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranges of a file on a server equal the bytes of the file; servers that fail are named. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpFileTest {
  private static final HttpLimits SHORT =
      new HttpLimits(Duration.ofSeconds(10), Duration.ofSeconds(30), 3, Duration.ofMillis(1));

  @TempDir private Path folder;
  private final byte[] content = new byte[3_000_000];
  private Path file;
  private RangeServer server;
  private HttpReader reader;

  @BeforeEach
  void serve() throws IOException {
    Seeds.random().nextBytes(content);
    file = Files.write(folder.resolve("a.bin"), content);
    server = new RangeServer(folder);
    reader = new HttpReader(SHORT);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static HttpReader.Opening last(URI address, int bytes) {
    return new HttpReader.Opening(address, address.toString(), bytes, true, false);
  }

  private HttpFile open() {
    return reader.open(List.of(last(server.address("a.bin"), 1_000))).get(0);
  }

  private void requireSame(HttpFile opened, long at, int count) {
    assertThat(opened.read(at, count))
        .isEqualTo(Arrays.copyOfRange(content, (int) at, (int) at + count));
  }

  @Test
  void rangesEqualTheBytesOfTheFile() {
    Random random = Seeds.random();
    HttpFile opened = open();
    assertThat(opened.size()).isEqualTo(content.length);
    for (int i = 0; i < 100; i++) {
      int count = 1 + random.nextInt(1 << random.nextInt(20));
      requireSame(opened, random.nextInt(content.length - count + 1), count);
      long[] at = random.longs(random.nextInt(40), 0, content.length).sorted().toArray();
      opened.announce(at, random.ints(at.length, 1, 50_000).toArray());
    }
    requireSame(opened, 0, content.length);
    assertThat(opened.read(content.length, new byte[1], 0, 1)).isEqualTo(-1);
    assertThat(reader.counts().requests()).isEqualTo(server.requests());
  }

  @Test
  void announcedRangesAreJoinedAndRequestedAtTheSameTime() {
    HttpFile opened = open();
    ReadCounts before = reader.counts();
    CyclicBarrier allArrived = new CyclicBarrier(3);
    server.behave(
        (exchange, answering) -> {
          allArrived.await(60, TimeUnit.SECONDS); // fails if requests follow one another
          return false;
        });
    opened.announce(
        new long[] {10, 30_000, 1_000_000, 2_000_000}, new int[] {5_000, 10, 7, 100_000});
    ReadCounts counts = reader.counts().since(before);
    assertThat(counts).isEqualTo(new ReadCounts(1, 3, 30_000 + 7 + 100_000));
    requireSame(opened, 10, 5_000);
    requireSame(opened, 30_000, 10);
    requireSame(opened, 1_000_000, 7);
    requireSame(opened, 2_000_000, 100_000);
    opened.announce(new long[] {1_000_003, 2_000_000}, new int[] {4, 5});
    requireSame(opened, content.length - 1_000, 1_000);
    assertThat(reader.counts().since(before)).isEqualTo(counts);
  }

  @Test
  void memoryKeepsABoundedNumberOfBytes() throws IOException {
    byte[] large = new byte[40_000_000];
    Seeds.random().nextBytes(large);
    Files.write(folder.resolve("large.bin"), large);
    HttpFile opened = reader.open(List.of(last(server.address("large.bin"), 10))).get(0);
    for (int i = 0; i < 2; i++) {
      assertThat(opened.read(0, large.length)).isEqualTo(large);
    }
    assertThat(reader.counts().bytes()).isGreaterThan(2L * large.length - (1 << 24));
  }

  @Test
  void aFileThatChangesIsNamed() throws IOException {
    HttpFile opened = open();
    requireSame(opened, 0, 10);
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    assertThatThrownBy(() -> opened.read(1_000_000, 10))
        .isInstanceOf(InputException.class)
        .hasMessage(
            server.address("a.bin")
                + ": the file changed while it was read; allowed: an unchanged file");
    HttpFile again = open();
    Files.write(file, new byte[100]);
    assertThatThrownBy(() -> again.read(1_000_000, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("changed while it was read");
  }

  private static void status(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }

  @ParameterizedTest
  @CsvSource({
    "200, the server does not answer ranges of bytes",
    "400, the server answers with status 400",
    "403, may not be read (status 403)",
    "404, no such file",
    "418, the server answers with status 418",
    "501, the server answers with status 501"
  })
  void serversWithoutRangesEndInOneLine(int status, String problem) {
    server.behave(
        (exchange, answering) -> {
          exchange.sendResponseHeaders(status, status == 200 ? 1 << 30 : -1);
          return true;
        });
    assertThatThrownBy(this::open)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(server.address("a.bin") + ": " + problem + "; allowed: ")
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({
    "bytes 5-14/3000000, other bytes",
    "bytes 0-9/*, without the header Content-Range",
    "10, without the header Content-Range"
  })
  void answersOfOtherRangesAreRefused(String range, String problem) {
    HttpFile opened = open();
    server.behave(
        (exchange, answering) -> {
          exchange.getResponseHeaders().set("Content-Range", range);
          exchange.sendResponseHeaders(206, 10);
          exchange.getResponseBody().write(new byte[10]);
          return true;
        });
    assertThatThrownBy(() -> opened.read(0, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aServerThatSendsWithoutEndIsCutOff() {
    HttpFile opened = open();
    server.behave(
        (exchange, answering) -> {
          exchange.getResponseHeaders().set("Content-Range", "bytes 0-262143/3000000");
          exchange.sendResponseHeaders(206, 0); // chunks up to the end of the connection
          for (byte[] more = new byte[1 << 16]; ; ) {
            exchange.getResponseBody().write(more);
          }
        });
    assertThatThrownBy(() -> opened.read(0, 10))
        .isInstanceOf(SourceReadException.class)
        .hasMessage(
            server.address("a.bin")
                + ": cannot be read: an answer of another length than it states");
  }

  @Test
  void busyServersAreAskedAgain() {
    AtomicInteger busy = new AtomicInteger(2);
    server.behave(
        (exchange, answering) -> {
          if (busy.getAndDecrement() <= 0) {
            return false;
          }
          if (busy.get() == 1) {
            status(exchange, 503);
            return true;
          }
          throw new IOException("closes the connection");
        });
    requireSame(open(), 0, 10);
    assertThat(busy.get()).isNegative();
    busy.set(1_000);
    assertThatThrownBy(this::open)
        .isInstanceOf(SourceReadException.class)
        .hasMessageStartingWith(server.address("a.bin") + ": cannot be read: ")
        .message()
        .doesNotContain("\n");
  }

  @Test
  void aServerThatDoesNotAnswerIsGivenUp() {
    reader =
        new HttpReader(
            new HttpLimits(Duration.ofSeconds(10), Duration.ofMillis(50), 2, Duration.ofMillis(1)));
    server.delayed(60_000);
    assertThatThrownBy(this::open)
        .isInstanceOf(SourceReadException.class)
        .hasMessageStartingWith(server.address("a.bin") + ": cannot be read: ");
    assertThat(reader.counts().requests()).isEqualTo(2);
    URI nobody = server.address("a.bin");
    server.close();
    assertThatThrownBy(() -> reader.open(List.of(last(nobody, 10))))
        .isInstanceOf(SourceReadException.class)
        .hasMessageStartingWith(nobody + ": cannot be read: ");
  }

  @Test
  void redirectsAreFollowedOnce() {
    AtomicInteger redirects = new AtomicInteger();
    AtomicInteger expired = new AtomicInteger();
    server.behave(
        (exchange, answering) -> {
          String path = exchange.getRequestURI().getPath();
          if (path.equals("/moved.bin")) {
            redirects.incrementAndGet();
            exchange.getResponseHeaders().set("Location", answering.address("a.bin").toString());
            status(exchange, 302);
            return true;
          }
          if (expired.getAndDecrement() > 0) {
            status(exchange, 403);
            return true;
          }
          return false;
        });
    HttpFile opened = reader.open(List.of(last(server.address("moved.bin"), 10))).get(0);
    requireSame(opened, 0, 10);
    requireSame(opened, 1_000_000, 10);
    assertThat(redirects).hasValue(1);
    expired.set(1);
    requireSame(opened, 2_000_000, 10);
    assertThat(redirects).hasValue(2);
  }

  @Test
  void serversThatDoNotKnowRangesFromTheEndAreAskedForTheSize() {
    server.behave(
        (exchange, answering) -> {
          boolean isFromEnd = exchange.getRequestHeaders().getFirst("Range").startsWith("bytes=-");
          if (isFromEnd) {
            status(exchange, 416);
          }
          return isFromEnd;
        });
    HttpFile opened = open();
    assertThat(opened.size()).isEqualTo(content.length);
    requireSame(opened, content.length - 1_000, 1_000);
  }

  @Test
  void emptyAndMissingFilesAreOpened() throws IOException {
    Files.write(folder.resolve("empty.bin"), new byte[0]);
    URI empty = server.address("empty.bin");
    URI missing = server.address("missing.bin");
    List<HttpFile> opened =
        reader.open(
            List.of(
                new HttpReader.Opening(empty, "empty", 10, false, true),
                new HttpReader.Opening(missing, "missing", 10, false, true),
                last(empty, 10)));
    assertThat(opened.get(0).size()).isZero();
    assertThat(opened.get(0).read(0, new byte[1], 0, 1)).isEqualTo(-1);
    assertThat(opened.get(1)).isNull();
    assertThat(opened.get(2).size()).isZero();
    assertThat(reader.counts()).isEqualTo(new ReadCounts(1, 3, 0));
  }
}
