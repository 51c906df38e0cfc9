package org.flashgrove.spark.write;

import java.io.IOException;
import java.io.RandomAccessFile;

/** Sorted rows in a file, read sequentially through a buffer. */
final class SortedRun {
  private final RandomAccessFile file;
  private long offset;
  private final long end;
  private EncodedRows rows = new EncodedRows(new byte[0]);
  private int at;
  private int following;
  private int limit;

  SortedRun(RandomAccessFile file, long offset, long length) {
    this.file = file;
    this.offset = offset;
    end = offset + length;
  }

  /** Creates the read buffer. If a row is longer than the buffer, the buffer grows later. */
  void open(int bufferBytes) {
    rows = new EncodedRows(new byte[(int) Math.min(bufferBytes, end - offset)]);
  }

  /** Moves to the next row. Returns false if there is none. */
  boolean next() throws IOException {
    at = following;
    if (at == limit && offset == end) {
      return false;
    }
    require(EncodedRows.HEAD);
    int size = rows.size(at);
    require(size);
    following = at + size;
    return true;
  }

  /** Reads from the file until the buffer holds at least {@code size} bytes of the current row. */
  private void require(int size) throws IOException {
    if (limit - at >= size) {
      return;
    }
    byte[] old = rows.bytes();
    if (size > old.length) {
      rows = new EncodedRows(new byte[size]);
    }
    System.arraycopy(old, at, rows.bytes(), 0, limit - at);
    limit -= at;
    at = 0;
    int read = (int) Math.min(rows.bytes().length - limit, end - offset);
    file.seek(offset);
    file.readFully(rows.bytes(), limit, read);
    offset += read;
    limit += read;
  }

  long key() {
    return rows.key(at);
  }

  /** Returns the buffer, with the current row as the row that is shown. */
  EncodedRows shown() {
    rows.show(at);
    return rows;
  }
}
