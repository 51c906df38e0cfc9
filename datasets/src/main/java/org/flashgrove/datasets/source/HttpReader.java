package org.flashgrove.datasets.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.flashgrove.datasets.InputException;

/**
 * Client of HTTP servers that reads ranges of files. If several ranges are known at once, it
 * requests them at the same time. Follows redirects, except from HTTPS to HTTP. Safe for use by
 * several threads.
 */
public final class HttpReader {
  /** Maximum number of requests at the same time. */
  static final int MOST_IN_FLIGHT = 32;

  private final HttpClient client;
  private final HttpLimits limits;
  private long trips;
  private long requests;
  private long bytes;

  /** Creates a reader with {@link HttpLimits#DEFAULTS}. */
  public HttpReader() {
    this(HttpLimits.DEFAULTS);
  }

  /** Creates a reader. */
  public HttpReader(HttpLimits limits) {
    this.limits = limits;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1) // plain servers refuse the upgrade to HTTP/2
            .followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(limits.connect())
            .build();
  }

  /**
   * Request to open a file.
   *
   * @param address address by HTTP or HTTPS
   * @param name name of the file in messages
   * @param first number of bytes to read while opening, at least 1
   * @param isFromEnd whether to read the last bytes of the file instead of the first
   * @param isOptional whether the file may be missing
   */
  public record Opening(
      URI address, String name, int first, boolean isFromEnd, boolean isOptional) {}

  /**
   * Opens several files in one round trip, because their requests are sent at the same time.
   *
   * @return a file for each opening; null for an optional file that is missing
   * @throws InputException if a file is missing, or its server does not support range requests
   * @throws SourceReadException if reading fails
   */
  public List<HttpFile> open(List<Opening> openings) {
    List<HttpRange> ranges = new ArrayList<>();
    for (Opening each : openings) {
      HttpFile file = new HttpFile(this, each.address(), each.name());
      long at = each.isFromEnd() ? HttpRange.FROM_END : 0;
      ranges.add(new HttpRange(file, at, each.first(), each.isOptional()));
    }
    fetch(ranges);
    List<HttpFile> opened = new ArrayList<>();
    for (int i = 0; i < ranges.size(); i++) {
      HttpRange range = ranges.get(i);
      if (range.isRefused()) { // some servers do not know ranges from the end
        range = fromEndBySize(range.file, openings.get(i).first());
      }
      boolean isThere = range.bytes() != null;
      if (isThere) {
        range.file.opened(range);
      }
      opened.add(isThere ? range.file : null);
    }
    return opened;
  }

  private HttpRange fromEndBySize(HttpFile file, int length) {
    HttpRange first = new HttpRange(file, 0, 1, false);
    fetch(List.of(first));
    long at = Math.max(0, first.total() - length);
    HttpRange last = new HttpRange(file, at, (int) Math.max(1, first.total() - at), false);
    fetch(List.of(last));
    return last;
  }

  /** Reads the ranges that were announced for several files, in one round trip. */
  public void readAhead(Collection<HttpFile> files) {
    List<HttpRange> ranges = new ArrayList<>();
    files.forEach(each -> ranges.addAll(each.missing()));
    fetch(ranges);
    ranges.forEach(each -> each.file.keep(each.at(), each.bytes()));
  }

  /** Returns counts of all requests since this reader was created. */
  public synchronized ReadCounts counts() {
    return new ReadCounts(trips, requests, bytes);
  }

  private synchronized void count(int sent, long received) {
    trips += sent > 0 ? 1 : 0;
    requests += sent;
    bytes += received;
  }

  /** Sends requests at the same time and waits for all answers. */
  void fetch(List<HttpRange> ranges) {
    for (int from = 0; from < ranges.size(); from += MOST_IN_FLIGHT) {
      fetchTogether(ranges.subList(from, Math.min(ranges.size(), from + MOST_IN_FLIGHT)));
    }
  }

  private void fetchTogether(List<HttpRange> ranges) {
    List<HttpRange> left = ranges;
    for (int attempt = 1; !left.isEmpty(); attempt++) {
      count(left.size(), 0);
      List<CompletableFuture<HttpResponse<byte[]>>> sent = new ArrayList<>();
      left.forEach(each -> sent.add(client.sendAsync(request(each), each::body)));
      List<HttpRange> failed = new ArrayList<>();
      try {
        for (int i = 0; i < left.size(); i++) {
          take(left.get(i), sent.get(i), failed, attempt);
        }
      } finally {
        sent.forEach(each -> each.cancel(true)); // does nothing after the answer
      }
      left = failed;
      if (!left.isEmpty()) {
        pause(left.get(0), attempt);
      }
    }
  }

  private HttpRequest request(HttpRange range) {
    return HttpRequest.newBuilder(range.file.address())
        .timeout(limits.answer())
        .header("Range", range.header())
        .build();
  }

  /**
   * Waits for the answer to one request. If another attempt may succeed, adds the range to {@code
   * failed}.
   */
  private void take(
      HttpRange range,
      CompletableFuture<HttpResponse<byte[]>> sent,
      List<HttpRange> failed,
      int attempt) {
    Exception problem;
    try {
      HttpResponse<byte[]> answer = sent.get(limits.answer().toMillis(), TimeUnit.MILLISECONDS);
      range.take(answer);
      count(0, range.bytes() == null ? 0 : range.bytes().length);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(range, "interrupted", new InterruptedIOException());
    } catch (TimeoutException e) {
      problem = new IOException("no answer in " + limits.answer().toSeconds() + " s", e);
    } catch (HttpRange.BusyException e) {
      problem = e;
    } catch (ExecutionException e) {
      problem = e.getCause() instanceof IOException cause ? cause : e;
    }
    if (attempt == limits.attempts()) {
      String reason = problem.getMessage() == null ? problem.toString() : problem.getMessage();
      throw failed(range, reason, new IOException(reason, problem));
    }
    failed.add(range);
  }

  private static SourceReadException failed(HttpRange range, String reason, IOException cause) {
    return new SourceReadException(range.file.name(), "cannot be read: " + reason, cause);
  }

  private void pause(HttpRange range, int attempt) {
    try {
      Thread.sleep(limits.pause().toMillis() << Math.min(10, attempt - 1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(range, "interrupted", new InterruptedIOException());
    }
  }
}
