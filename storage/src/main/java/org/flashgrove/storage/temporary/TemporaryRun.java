package org.flashgrove.storage.temporary;

import java.util.Arrays;

/**
 * Location of a sequence of records in temporary space, as pieces of consecutive pages. Records may
 * cross page boundaries.
 *
 * <p>A piece takes four bytes of memory: its first page in the upper 24 bits, and its number of
 * pages in the lower eight bits.
 */
public final class TemporaryRun {
  /** Maximum number of pages that 24 bits can address. */
  static final int MOST_PAGES = 1 << 24;

  private static final int MOST_IN_PIECE = 255;

  private int[] pieces;
  private int pieceCount;
  private int pages;
  private long bytes;
  private long records;

  /** Creates an empty run with room for some pieces before it must grow. */
  public TemporaryRun(int expectedPieces) {
    pieces = new int[expectedPieces];
  }

  /** Appends pages. If the pages directly follow the last piece, they extend this piece. */
  public void add(int first, int count) {
    pages += count;
    int from = first;
    int left = count;
    if (pieceCount > 0 && first(pieceCount - 1) + count(pieceCount - 1) == first) {
      int more = Math.min(left, MOST_IN_PIECE - count(pieceCount - 1));
      pieces[pieceCount - 1] += more;
      from += more;
      left -= more;
    }
    while (left > 0) {
      int part = Math.min(left, MOST_IN_PIECE);
      if (pieceCount == pieces.length) {
        pieces = Arrays.copyOf(pieces, pieces.length + pieces.length / 8 + 1);
      }
      pieces[pieceCount++] = from << 8 | part;
      from += part;
      left -= part;
    }
  }

  /** Returns the number of pieces. */
  public int pieceCount() {
    return pieceCount;
  }

  /** Returns the first page of a piece. */
  public int first(int piece) {
    return pieces[piece] >>> 8;
  }

  /** Returns the number of pages of a piece. */
  public int count(int piece) {
    return pieces[piece] & 0xFF;
  }

  /** Returns the number of pages. */
  public int pages() {
    return pages;
  }

  /** Returns the number of bytes of the records. */
  public long bytes() {
    return bytes;
  }

  /** Returns the number of records. */
  public long records() {
    return records;
  }

  /** Returns the memory of the pieces in bytes. */
  public long tableBytes() {
    return 4L * pieces.length;
  }

  /** Adds to the numbers of bytes and records. */
  public void count(long moreBytes, long moreRecords) {
    bytes += moreBytes;
    records += moreRecords;
  }

  /** Frees the pages of the run, which is then empty. */
  public void free(TemporarySpace space) {
    for (int piece = 0; piece < pieceCount; piece++) {
      space.free(first(piece), count(piece));
    }
    pieces = new int[0];
    pieceCount = 0;
    pages = 0;
  }
}
