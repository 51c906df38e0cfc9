package org.flashgrove.grove.packed;

import org.flashgrove.core.failure.DamagedStoreException;

/**
 * Some entries in memory, packed as a joined page of its own length (format FGP1): what a write
 * buffer holds of the entries of an interval of keys, beside the few that came last. Immutable, so
 * that readers need no lock; {@link ChunkWriter} makes another one with more entries or fewer.
 *
 * <p>The first entries, which were packed together, stand in runs of up to 32 that are near each
 * other, with a box of four bytes a run: windows skip runs, or take them whole.
 */
public final class PackedChunk {
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;

  /** Bytes of a run's box. */
  public static final int BOX_BYTES = 4;

  private static final byte[] NO_BOXES = {};

  private final byte[] bytes;
  private final int count;
  private final int covered;
  private final byte[] boxes;

  /**
   * Creates a chunk.
   *
   * @param covered how many of the first entries stand in runs
   * @param boxes four bytes a run
   */
  PackedChunk(byte[] bytes, int count, int covered, byte[] boxes) {
    this.bytes = bytes;
    this.count = count;
    this.covered = covered;
    this.boxes = boxes;
  }

  /**
   * Returns a chunk of bytes that were written before.
   *
   * @param bytes those of {@link #copyTo}; the chunk keeps the array
   * @param file name of the file that they came from, for the message of an error
   * @param place where in it they were
   * @throws DamagedStoreException if they are no chunk
   */
  public static PackedChunk read(byte[] bytes, String file, String place) {
    PageColumns columns = new PageColumns();
    String wrong =
        bytes.length < PageColumns.LEAST_CONTENT
            ? bytes.length + " bytes"
            : columns.read(bytes, 0, bytes.length);
    if (wrong == null && columns.split) {
      wrong = "a split page is no chunk";
    }
    if (wrong != null) {
      throw new DamagedStoreException(file, place, wrong);
    }
    return new PackedChunk(bytes, columns.count, 0, NO_BOXES);
  }

  /**
   * Returns a chunk of bytes that were written before, with the boxes of its runs.
   *
   * @param covered how many of the first entries stand in runs
   * @param boxes those of {@link #copyBoxes}
   * @throws DamagedStoreException if they are no chunk
   */
  public static PackedChunk read(
      byte[] bytes, int covered, byte[] boxes, String file, String place) {
    PackedChunk chunk = read(bytes, file, place);
    int runs = boxes.length / BOX_BYTES;
    if (covered > chunk.count || runs > covered || runs == 0 && covered > 0) {
      throw new DamagedStoreException(file, place, runs + " runs of " + covered + " entries");
    }
    return new PackedChunk(bytes, chunk.count, covered, boxes);
  }

  /**
   * Returns a chunk of bytes that were written before, with the boxes of its runs.
   *
   * @param bytes those of {@link #copyShort}, from {@code at} on
   * @param covered how many of the first entries stand in runs
   * @param boxes those of {@link #copyBoxes}
   * @throws DamagedStoreException if they are no chunk
   */
  public static PackedChunk readShort(
      byte[] bytes, int at, int length, int covered, byte[] boxes, String file, String place) {
    byte[] page = PageColumns.pageOf(bytes, at, length);
    if (page == null) {
      throw new DamagedStoreException(file, place, length + " bytes");
    }
    return read(page, covered, boxes, file, place);
  }

  /** Returns the number of entries, at least 1. */
  public int count() {
    return count;
  }

  /** Returns the bytes of the chunk's page. */
  public int length() {
    return bytes.length;
  }

  /** Copies the chunk's page. */
  public void copyTo(byte[] into, int at) {
    System.arraycopy(bytes, 0, into, at, bytes.length);
  }

  /** Returns the bytes of {@link #copyShort}. */
  public int shortLength() {
    boolean points = (bytes[PageColumns.FLAGS_AT] & PageColumns.POINTS) != 0;
    return bytes.length - PageColumns.impliedBytes(points);
  }

  /** Copies the chunk's page without the bytes that follow from the others. */
  public void copyShort(byte[] into, int at) {
    PageColumns.copyShort(bytes, into, at);
  }

  /** Returns the bytes of the boxes of runs. */
  public int boxBytes() {
    return boxes.length;
  }

  /** Copies the boxes of runs. */
  public void copyBoxes(byte[] into, int at) {
    System.arraycopy(boxes, 0, into, at, boxes.length);
  }

  /** Returns the heap bytes of the chunk. */
  public long bytes() {
    return OBJECT_BYTES + arrayBytes(bytes) + arrayBytes(boxes);
  }

  private static long arrayBytes(byte[] array) {
    return array == NO_BOXES ? 0 : ARRAY_BYTES + (array.length + 7L & -8L);
  }

  /** Returns whether one of the entries may have an id; a false is certain. */
  public boolean mayHoldId(long id) {
    return PageColumns.mayHoldId(bytes, 0, id);
  }

  /** Turns a reader to the chunk's entries. */
  public void turn(PackedPage reader) {
    reader.reset(bytes, 0, bytes.length, -1, 0);
  }

  /**
   * Turns a reader to the chunk's entries and finds those whose rectangles share a point with a
   * closed window, deletions as others: they are the reader's {@link PackedPage#hits}.
   */
  public void scan(PackedPage reader, double minX, double minY, double maxX, double maxY) {
    turn(reader);
    reader.window(minX, minY, maxX, maxY);
    reader.scan().scanCells(boxes, boxes.length / BOX_BYTES, covered);
  }

  /** Returns how many of the first entries stand in runs. */
  public int covered() {
    return covered;
  }

  /**
   * Reads a byte of what a scan needs first, so that it comes to the processor with the bytes of
   * other chunks; returns a number that says nothing.
   */
  public int touch() {
    return bytes[0] + (boxes.length > 0 ? boxes[0] : 0);
  }

  byte[] boxes() {
    return boxes;
  }

  byte[] page() {
    return bytes;
  }
}
