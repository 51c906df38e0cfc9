package org.flashgrove.geoparquet.page;

import java.nio.ByteBuffer;
import org.apache.parquet.format.PageHeader;
import org.flashgrove.datasets.source.ByteSource;

/**
 * Reads the bytes of one column of a row group in the order of the file, through a buffer. Not safe
 * for use by several threads.
 */
final class ColumnBytes {
  /** Size of the buffer. It grows if a page header is longer. */
  private static final int BUFFER_BYTES = PageDecoder.USUAL_HEADER_BYTES;

  /** The buffer is filled before a header is read if it holds fewer bytes. */
  private static final int LEAST_BUFFERED = 1 << 10;

  private final ByteSource source;
  private final long end;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /** Position in the file of the first byte after those in the buffer. */
  private long at;

  /**
   * Starts at the first page of a column.
   *
   * @param source bytes of the file
   */
  ColumnBytes(ByteSource source, Footer.Column chunk) {
    this.source = source;
    at = chunk.start();
    end = at + chunk.size();
  }

  /**
   * Reads the header of the next page.
   *
   * @return null if no page follows
   */
  PageHeader header(PageDecoder decoder) {
    if (buffer.remaining() < LEAST_BUFFERED) {
      fill();
    }
    if (!buffer.hasRemaining()) {
      return null;
    }
    PageHeader header = decoder.headerIfWhole(buffer);
    while (header == null && fill()) {
      header = decoder.headerIfWhole(buffer);
    }
    return header == null ? decoder.header(buffer) : header;
  }

  /** Reads bytes into an array. Returns false if the column ends before. */
  boolean read(byte[] into, int count) {
    int done = 0;
    while (done < count) {
      int left = count - done;
      if (!buffer.hasRemaining() && left < BUFFER_BYTES) {
        fill();
      }
      int found;
      if (buffer.hasRemaining()) {
        found = Math.min(left, buffer.remaining());
        buffer.get(into, done, found);
      } else {
        found = readFile(into, done, left);
      }
      if (found == 0) {
        return false;
      }
      done += found;
    }
    return true;
  }

  /** Reads more bytes into the buffer. Returns whether there were more. */
  private boolean fill() {
    int before = buffer.remaining();
    if (buffer.capacity() == 0) {
      buffer = ByteBuffer.allocate((int) Math.max(1, Math.min(BUFFER_BYTES, end - at))).limit(0);
    } else if (before == buffer.capacity() && before < PageDecoder.MOST_HEADER_BYTES) {
      buffer = ByteBuffer.allocate(2 * before).put(buffer).flip();
    }
    buffer.compact();
    int found = -1;
    while (buffer.hasRemaining() && found != 0) {
      found = readFile(buffer.array(), buffer.position(), buffer.remaining());
      buffer.position(buffer.position() + found);
    }
    buffer.flip();
    return buffer.remaining() > before;
  }

  /** Reads at least one byte of the file. Returns 0 at the end of the column or of the file. */
  private int readFile(byte[] into, int offset, int most) {
    int count = (int) Math.min(most, end - at);
    int found = count <= 0 ? 0 : Math.max(0, source.read(at, into, offset, count));
    at += found;
    return found;
  }
}
