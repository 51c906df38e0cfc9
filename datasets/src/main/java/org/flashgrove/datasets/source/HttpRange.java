package org.flashgrove.datasets.source;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flashgrove.datasets.InputException;

/** Request for one range of a file, and its answer. */
final class HttpRange {
  /** Position that stands for a range at the end of the file, whose size is not known yet. */
  static final long FROM_END = -1;

  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes +(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18})");

  private static final int OK = 200;
  private static final int PARTIAL = 206;
  private static final int NOT_SATISFIABLE = 416;

  final HttpFile file;
  private final boolean isOptional;
  private final int length;
  private long at;
  private byte[] bytes;
  private long total;
  private int status;

  /**
   * Creates a request.
   *
   * @param at position of the first byte, or {@link #FROM_END}
   * @param length maximum number of bytes, at least 1
   * @param isOptional whether the file may be missing
   */
  HttpRange(HttpFile file, long at, int length, boolean isOptional) {
    this.file = file;
    this.at = at;
    this.length = length;
    this.isOptional = isOptional;
  }

  /** Returns the value of the header {@code Range}. */
  String header() {
    return at == FROM_END ? "bytes=-" + length : "bytes=" + at + "-" + (at + length - 1);
  }

  /**
   * Returns the receiver of the body of an answer. It accepts at most one byte more than was
   * requested.
   */
  HttpResponse.BodySubscriber<byte[]> body(HttpResponse.ResponseInfo answer) {
    return new LimitedBody(answer.statusCode() == PARTIAL ? length + 1 : 0);
  }

  /** Returns the position of the bytes in the file; known after the answer. */
  long at() {
    return at;
  }

  /** Returns the bytes; null if the file is missing. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns the size of the whole file. */
  long total() {
    return total;
  }

  /** Returns whether the server refused a request for the last bytes of the file. */
  boolean isRefused() {
    return at == FROM_END && bytes == null && !isMissing();
  }

  /** Returns whether the server has no such file. */
  boolean isMissing() {
    return status == 404 || status == 410 || isOptional && (status == 401 || status == 403);
  }

  /**
   * Takes the answer of the server.
   *
   * @throws BusyException if the request should be sent again
   * @throws InputException if the server does not support range requests, or the file is missing
   */
  void take(HttpResponse<byte[]> answer) throws BusyException {
    status = answer.statusCode();
    if (status == 408 || status == 429 || status >= 500 && status != 501 && status != 505) {
      throw new BusyException("the server answers with status " + status);
    }
    if (status == PARTIAL) {
      takePart(answer);
      file.found(answer.uri());
      return;
    }
    if (status >= 400 && file.forgetRedirect()) {
      throw new BusyException("the target of a redirect answers with status " + status);
    }
    if (isMissing() && isOptional) {
      return;
    }
    if (isEmpty(answer)) {
      at = 0;
      bytes = new byte[0];
      return;
    }
    if (at != FROM_END || isMissing()) {
      throw refused();
    }
  }

  private static boolean isEmpty(HttpResponse<byte[]> answer) {
    HttpHeaders headers = answer.headers();
    return switch (answer.statusCode()) {
      case OK -> headers.firstValueAsLong("content-length").orElse(-1) == 0;
      case NOT_SATISFIABLE ->
          headers.firstValue("content-range").orElse("").strip().equals("bytes */0");
      default -> false;
    };
  }

  private InputException refused() {
    return switch (status) {
      case OK ->
          wrong(
              "the server does not answer ranges of bytes",
              "a server that answers requests with Range");
      case NOT_SATISFIABLE -> changed();
      case 404, 410 -> wrong("no such file", "the address of a file");
      case 401, 403 -> wrong("may not be read (status " + status + ")", "a file that is public");
      default -> wrong("the server answers with status " + status, "a server that answers ranges");
    };
  }

  private void takePart(HttpResponse<byte[]> answer) throws BusyException {
    if (!answer.headers().firstValue("content-encoding").orElse("identity").equals("identity")) {
      throw wrong("a compressed answer", "the bytes of the file");
    }
    Matcher range =
        CONTENT_RANGE.matcher(answer.headers().firstValue("content-range").orElse("").strip());
    if (!range.matches() || range.group(1) == null) {
      throw wrong("an answer without the header Content-Range", "a server that answers ranges");
    }
    long first = Long.parseLong(range.group(1));
    long last = Long.parseLong(range.group(2));
    total = Long.parseLong(range.group(3));
    long expected = at == FROM_END ? Math.max(0, total - length) : at;
    if (first != expected || last != Math.min(total, expected + length) - 1) {
      throw wrong("an answer of other bytes than requested", "a server that answers ranges");
    }
    if (answer.body().length != last - first + 1) {
      throw new BusyException("an answer of another length than it states");
    }
    if (!file.bind(total, answer.headers())) {
      throw changed();
    }
    at = first;
    bytes = answer.body();
  }

  private InputException changed() {
    return wrong("the file changed while it was read", "an unchanged file");
  }

  private InputException wrong(String wrong, String allowed) {
    return new InputException(file.name(), 0, wrong, allowed);
  }

  /** Thrown when the same request may succeed later. */
  static final class BusyException extends Exception {
    private static final long serialVersionUID = 1L;

    BusyException(String message) {
      super(message);
    }
  }
}
