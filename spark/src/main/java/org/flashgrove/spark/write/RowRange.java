package org.flashgrove.spark.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.flashgrove.spark.remote.ScratchBytes;

/** Rows whose keys lie in one range. They are stored in several pieces of temporary bytes. */
final class RowRange {
  private static final int FIRST_PIECES = 16;

  private long least = Long.MAX_VALUE;
  private long greatest;
  private long rows;
  private long bytes;
  private long[] offsets = new long[FIRST_PIECES];
  private int[] lengths = new int[FIRST_PIECES];
  private int pieces;
  private int piecesRead;

  /** Counts a row that will be stored. */
  void count(long key, int size) {
    least = Math.min(least, key);
    greatest = Math.max(greatest, key);
    rows++;
    bytes += size;
  }

  /** Adds a piece, which contains some of the counted rows one after another. */
  void addPiece(long offset, int length) {
    if (pieces == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * pieces);
      lengths = Arrays.copyOf(lengths, 2 * pieces);
    }
    offsets[pieces] = offset;
    lengths[pieces++] = length;
  }

  /** Returns the number of rows, read or not. */
  long rows() {
    return rows;
  }

  /** Returns the number of bytes of all rows. */
  long bytes() {
    return bytes;
  }

  /** Returns the least key of all rows. */
  long least() {
    return least;
  }

  /** Returns the greatest key of all rows. */
  long greatest() {
    return greatest;
  }

  /** Returns whether all rows have been read. */
  boolean isRead() {
    return piecesRead == pieces;
  }

  /**
   * Reads further rows: as many pieces as fit in {@code most} bytes, but at least one. There must
   * be a piece that has not been read.
   *
   * @param into array to read into; if it is too short, a new array is used
   * @return buffer whose array begins with the rows; the buffer's limit is the end of the rows
   */
  ByteBuffer read(ScratchBytes scratch, int most, byte[] into) throws IOException {
    int end = piecesRead;
    long length = 0;
    do {
      length += lengths[end++];
    } while (end < pieces && length + lengths[end] <= most);
    byte[] bytes = into.length < length ? new byte[Math.toIntExact(length)] : into;
    int at = 0;
    for (; piecesRead < end; piecesRead++) {
      scratch.read(offsets[piecesRead], bytes, at, lengths[piecesRead]);
      at += lengths[piecesRead];
    }
    return ByteBuffer.wrap(bytes, 0, at);
  }
}
