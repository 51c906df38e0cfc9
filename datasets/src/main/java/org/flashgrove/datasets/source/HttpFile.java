package org.flashgrove.datasets.source;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.flashgrove.datasets.source.JoinedRanges.Range;

/**
 * File on an HTTP server. The first answer of the server fixes the size, {@code ETag} and {@code
 * Last-Modified}. If a later answer differs, reading throws an {@link
 * org.flashgrove.datasets.InputException}. Keeps the most recently used parts of the file in
 * memory, up to {@value #MOST_KEPT_BYTES} bytes.
 */
public final class HttpFile implements ByteSource {
  private static final long MOST_KEPT_BYTES = 1L << 24;

  /** Minimum number of bytes to request for a read that was not announced. */
  private static final int CHUNK_BYTES = 1 << 18;

  private final HttpReader reader;
  private final URI given;
  private final String name;
  private final Map<Long, byte[]> kept = new LinkedHashMap<>(16, 0.75f, true); // oldest use first
  private volatile URI address;
  private List<Range> announced = List.of();
  private byte[] first = new byte[0];
  private long firstAt;
  private long keptBytes;
  private long size = -1;
  private String version = "";
  private Instant modified;

  HttpFile(HttpReader reader, URI address, String name) {
    this.reader = reader;
    given = address;
    this.address = address;
    this.name = name;
  }

  /**
   * Returns the address for requests. If the server has redirected a request, this is the target of
   * the redirect.
   */
  URI address() {
    return address;
  }

  /** Makes {@code answering} the address of further requests. */
  void found(URI answering) {
    address = answering;
  }

  /**
   * Forgets the target of a redirect, which may expire.
   *
   * @return false if there was none
   */
  boolean forgetRedirect() {
    boolean wasMoved = !address.equals(given);
    address = given;
    return wasMoved;
  }

  /**
   * Takes the version of the file from the first answer of the server, and compares the version in
   * each later answer with it.
   *
   * @return false if the versions differ
   */
  synchronized boolean bind(long total, HttpHeaders headers) {
    String seen =
        headers.firstValue("etag").orElse("")
            + " "
            + headers.firstValue("last-modified").orElse("");
    if (size < 0) {
      size = total;
      version = seen;
      modified = headers.firstValue("last-modified").map(HttpFile::timeOf).orElse(null);
    }
    return size == total && version.equals(seen);
  }

  private static Instant timeOf(String header) {
    try {
      return ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /**
   * Returns the headers {@code ETag} and {@code Last-Modified}, which differ between versions of
   * the file. Returns a blank text if the server sends neither.
   */
  public synchronized String version() {
    return version;
  }

  /** Returns the time of the header {@code Last-Modified}, or null. */
  public synchronized Instant modified() {
    return modified;
  }

  /**
   * Keeps the bytes that were read while the file was opened. They stay in memory until the file is
   * closed.
   */
  synchronized void opened(HttpRange range) {
    size = Math.max(size, 0); // an empty file has no range to bind to
    first = range.bytes();
    firstAt = range.at();
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized long size() {
    return size;
  }

  @Override
  public boolean isRemote() {
    return true;
  }

  @Override
  public synchronized int read(long at, byte[] into, int offset, int count) {
    if (at >= size) {
      return -1;
    }
    int found = copy(at, into, offset, count);
    if (found == 0) {
      long start = at / CHUNK_BYTES * CHUNK_BYTES;
      long end = Math.min(size, Math.max(start + CHUNK_BYTES, at + count));
      fetch(List.of(new Range(start, (int) Math.min(JoinedRanges.MOST_BYTES, end - start))));
      found = copy(at, into, offset, count);
    }
    return found;
  }

  /**
   * Copies the beginning of a range from the parts in memory. Returns the number of bytes copied,
   * which may be 0.
   */
  private int copy(long at, byte[] into, int offset, int count) {
    int found = copy(firstAt, first, at, into, offset, count);
    Map.Entry<Long, byte[]> part = found > 0 ? null : part(at);
    return part == null ? found : copy(part.getKey(), part.getValue(), at, into, offset, count);
  }

  private static int copy(long from, byte[] part, long at, byte[] into, int offset, int count) {
    if (at < from || at >= from + part.length) {
      return 0;
    }
    int skipped = (int) (at - from);
    int found = Math.min(count, part.length - skipped);
    System.arraycopy(part, skipped, into, offset, found);
    return found;
  }

  /** Returns whether a whole range is in memory. */
  private boolean isKept(Range range) {
    long at = range.at();
    for (long reached = reached(at); at < range.end(); reached = reached(at)) {
      if (reached == at) {
        return false;
      }
      at = reached;
    }
    return true;
  }

  /**
   * Returns the end of the part in memory that contains a position. If there is no such part,
   * returns the position.
   */
  private long reached(long at) {
    if (at >= firstAt && at < firstAt + first.length) {
      return firstAt + first.length;
    }
    Map.Entry<Long, byte[]> part = part(at);
    return part == null ? at : part.getKey() + part.getValue().length;
  }

  /**
   * Returns the part in memory that contains a position, or null. Marks the part as recently used.
   */
  private Map.Entry<Long, byte[]> part(long at) {
    for (Map.Entry<Long, byte[]> each : kept.entrySet()) {
      if (at >= each.getKey() && at < each.getKey() + each.getValue().length) {
        kept.get(each.getKey());
        return each;
      }
    }
    return null;
  }

  private void fetch(List<Range> ranges) {
    List<HttpRange> asked = requests(ranges);
    reader.fetch(asked);
    asked.forEach(each -> keep(each.at(), each.bytes()));
  }

  /** Returns requests for those announced parts of the file that are not in memory. */
  synchronized List<HttpRange> missing() {
    List<HttpRange> missing = requests(JoinedRanges.of(announced, HttpReader.MOST_IN_FLIGHT));
    announced = List.of();
    return missing;
  }

  private List<HttpRange> requests(List<Range> ranges) {
    return ranges.stream()
        .map(each -> new HttpRange(this, each.at(), each.length(), false))
        .toList();
  }

  /**
   * Keeps a part of the file in memory. Drops the least recently used parts if memory exceeds its
   * limit.
   */
  synchronized void keep(long at, byte[] bytes) {
    byte[] present = kept.get(at);
    if (present != null && present.length >= bytes.length) {
      return;
    }
    kept.put(at, bytes);
    keptBytes += bytes.length - (present == null ? 0 : present.length);
    Iterator<byte[]> oldest = kept.values().iterator();
    while (keptBytes > MOST_KEPT_BYTES && kept.size() > 1) {
      keptBytes -= oldest.next().length;
      oldest.remove();
    }
  }

  @Override
  public synchronized void announce(long[] at, int[] counts) {
    later(at, counts);
    reader.readAhead(List.of(this));
  }

  /**
   * Notes the ranges of reads that will follow, without making requests. {@link
   * HttpReader#readAhead} then fetches the noted ranges of several files.
   */
  public synchronized void later(long[] at, int[] counts) {
    List<Range> missing = new ArrayList<>();
    for (int i = 0; i < at.length; i++) {
      Range range = new Range(at[i], (int) Math.min(counts[i], size - at[i]));
      if (range.length() > 0 && !isKept(range)) {
        missing.add(range);
      }
    }
    missing.sort(Comparator.comparingLong(Range::at));
    announced = missing;
  }

  @Override
  public synchronized void close() {
    kept.clear();
    keptBytes = 0;
  }
}
