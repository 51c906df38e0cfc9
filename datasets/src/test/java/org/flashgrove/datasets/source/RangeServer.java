package org.flashgrove.datasets.source;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HTTP server on this machine that answers ranges of the files of a directory. */
public final class RangeServer implements Closeable {
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d*)-(\\d*)");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Path root;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile int delayMillis;
  private volatile Behaviour behaviour = (exchange, server) -> false;

  /** Answers some requests in another way. */
  @FunctionalInterface
  public interface Behaviour {
    /** Returns whether the request was answered. */
    boolean answer(HttpExchange exchange, RangeServer server) throws Exception;
  }

  /** Starts a server for the files of a directory. */
  public RangeServer(Path root) throws IOException {
    this.root = root;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Delays each answer. */
  public RangeServer delayed(int millis) {
    delayMillis = millis;
    return this;
  }

  /** Answers some requests in another way. */
  public void behave(Behaviour different) {
    behaviour = different;
  }

  /** Returns the address of a file. */
  public URI address(String file) {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/" + file);
  }

  /** Returns the number of requests so far. */
  public int requests() {
    return requests.get();
  }

  private void handle(HttpExchange exchange) {
    requests.incrementAndGet();
    try (exchange) {
      if (delayMillis > 0) {
        Thread.sleep(delayMillis);
      }
      if (!behaviour.answer(exchange, this)) {
        answer(exchange);
      }
    } catch (Exception e) {
      exchange.close(); // the client sees a broken connection
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Path file = root.resolve(exchange.getRequestURI().getPath().substring(1));
    if (!Files.isRegularFile(file)) {
      exchange.sendResponseHeaders(404, -1);
      return;
    }
    Instant modified = Files.getLastModifiedTime(file).toInstant();
    exchange.getResponseHeaders().set("ETag", "\"" + modified + "\"");
    exchange
        .getResponseHeaders()
        .set(
            "Last-Modified",
            DateTimeFormatter.RFC_1123_DATE_TIME.format(modified.atOffset(ZoneOffset.UTC)));
    part(exchange, Files.readAllBytes(file));
  }

  /** Answers a range of some bytes. */
  public static void part(HttpExchange exchange, byte[] bytes) throws IOException {
    Matcher range = RANGE.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
    if (!range.matches()) {
      throw new IOException("a request without a range");
    }
    boolean isFromEnd = range.group(1).isEmpty();
    int from =
        isFromEnd
            ? Math.max(0, bytes.length - Integer.parseInt(range.group(2)))
            : Integer.parseInt(range.group(1));
    int end =
        isFromEnd ? bytes.length : Math.min(bytes.length, Integer.parseInt(range.group(2)) + 1);
    if (from >= bytes.length) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + bytes.length);
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    exchange
        .getResponseHeaders()
        .set("Content-Range", "bytes " + from + "-" + (end - 1) + "/" + bytes.length);
    exchange.sendResponseHeaders(206, end - from);
    exchange.getResponseBody().write(Arrays.copyOfRange(bytes, from, end));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
