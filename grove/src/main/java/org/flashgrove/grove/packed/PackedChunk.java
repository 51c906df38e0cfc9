package org.flashgrove.grove.packed;

import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.grove.columns.KdTiling;

/**
 * Immutable chunk of entries in the write buffer, packed as a page of variable length that stores
 * all bits of coordinates (format FGP1). Readers need no lock. To add or remove entries, {@link
 * ChunkWriter} creates a new chunk.
 *
 * <p>The first entries form runs of up to 32 entries that are close to each other. Each run has a
 * box of four bytes. A window scan skips runs outside the window and takes runs inside it as a
 * whole.
 */
public final class PackedChunk {
  private static final int OBJECT_BYTES = 32;
  private static final int ARRAY_BYTES = 16;

  /** Number of bytes of the bounding box of a run, which is a group of close entries. */
  public static final int BOX_BYTES = 4;

  private static final byte[] NO_BOXES = {};

  private final byte[] bytes;
  private final int count;
  private final int covered;
  private final byte[] boxes;

  /**
   * Creates a chunk.
   *
   * @param covered number of entries at the start that belong to runs (groups of close entries)
   * @param boxes four bytes for each run
   */
  PackedChunk(byte[] bytes, int count, int covered, byte[] boxes) {
    this.bytes = bytes;
    this.count = count;
    this.covered = covered;
    this.boxes = boxes;
  }

  /**
   * Reads a chunk without boxes of runs.
   *
   * @param bytes bytes that {@link #copyTo} wrote; the chunk keeps the array
   * @param file name of the file, for error messages
   * @param place position in the file, for error messages
   * @throws DamagedStoreException if the bytes are not a valid chunk
   */
  public static PackedChunk read(byte[] bytes, String file, String place) {
    PageColumns columns = new PageColumns();
    String wrong =
        bytes.length < PageColumns.LEAST_CONTENT
            ? "too short for a chunk, " + bytes.length + " bytes"
            : columns.read(bytes, 0, bytes.length);
    if (wrong == null && columns.split) {
      wrong = "a split page instead of a chunk";
    }
    if (wrong != null) {
      throw new DamagedStoreException(file, place, wrong);
    }
    return new PackedChunk(bytes, columns.count, 0, NO_BOXES);
  }

  /**
   * Reads a chunk with boxes of runs.
   *
   * @param covered number of leading entries in runs
   * @param boxes bytes that {@link #copyBoxes} wrote
   * @throws DamagedStoreException if the bytes are not a valid chunk
   */
  public static PackedChunk read(
      byte[] bytes, int covered, byte[] boxes, String file, String place) {
    PackedChunk chunk = read(bytes, file, place);
    int runs = boxes.length / BOX_BYTES;
    int most = Math.min(Math.max(covered, 1), Long.SIZE); // without entries, one run may remain
    if (covered > chunk.count || runs > most || runs == 0 && covered > 0) {
      throw new DamagedStoreException(file, place, runs + " runs of " + covered + " entries");
    }
    return new PackedChunk(bytes, chunk.count, covered, boxes);
  }

  /**
   * Returns a chunk from bytes that {@link #copyShort} wrote, with the boxes of its runs.
   *
   * @param bytes array with the bytes that {@link #copyShort} wrote, from index {@code at} on
   * @param covered number of leading entries in runs
   * @param boxes bytes that {@link #copyBoxes} wrote
   * @throws DamagedStoreException if the bytes are not a valid chunk
   */
  public static PackedChunk readShort(
      byte[] bytes, int at, int length, int covered, byte[] boxes, String file, String place) {
    byte[] page = PageColumns.pageOf(bytes, at, length);
    if (page == null) {
      throw new DamagedStoreException(file, place, "invalid chunk of " + length + " bytes");
    }
    return read(page, covered, boxes, file, place);
  }

  /** Returns the number of entries, at least 1. */
  public int count() {
    return count;
  }

  /** Returns the number of bytes that {@link #copyTo} writes. */
  public int length() {
    return bytes.length;
  }

  /** Copies the bytes of the packed page. */
  public void copyTo(byte[] into, int at) {
    System.arraycopy(bytes, 0, into, at, bytes.length);
  }

  /** Returns the number of bytes that {@link #copyShort} writes. */
  public int shortLength() {
    boolean points = (bytes[PageColumns.FLAGS_AT] & PageColumns.POINTS) != 0;
    return bytes.length - PageColumns.impliedBytes(points);
  }

  /**
   * Copies the packed page without bytes that {@link #readShort} can restore, such as the magic
   * number.
   */
  public void copyShort(byte[] into, int at) {
    PageColumns.copyShort(bytes, into, at);
  }

  /** Returns the number of bytes that {@link #copyBoxes} writes. */
  public int boxBytes() {
    return boxes.length;
  }

  /** Copies the bounding boxes of the runs, which are groups of close entries. */
  public void copyBoxes(byte[] into, int at) {
    System.arraycopy(boxes, 0, into, at, boxes.length);
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return OBJECT_BYTES + arrayBytes(bytes) + arrayBytes(boxes);
  }

  private static long arrayBytes(byte[] array) {
    return array == NO_BOXES ? 0 : ARRAY_BYTES + (array.length + 7L & -8L);
  }

  /**
   * Returns whether the chunk may contain an entry with this id. If the result is false, no entry
   * has this id.
   */
  public boolean mayHoldId(long id) {
    return PageColumns.mayHoldId(bytes, 0, id);
  }

  /** Positions a reader on the page of this chunk. */
  public void turn(PackedPage reader) {
    reader.reset(bytes, 0, bytes.length, -1, 0);
  }

  /**
   * Positions a reader on this chunk and finds the entries that meet a closed window. The results,
   * including deletions, are the reader's {@link PackedPage#hits}.
   */
  public void scan(PackedPage reader, double minX, double minY, double maxX, double maxY) {
    turn(reader);
    reader.window(minX, minY, maxX, maxY);
    reader.scan.scanCells(boxes, runs(), covered);
  }

  /** Returns the number of runs, which are groups of close entries, 0 to 64. */
  public int runs() {
    return boxes.length / BOX_BYTES;
  }

  /**
   * Reads a box around a run (group of close entries).
   *
   * @param reader a reader that is positioned on this chunk
   * @param into receives minX, minY, maxX, maxY
   */
  public void runBox(PackedPage reader, int run, double[] into) {
    reader.scan.runBox(boxes, run, into);
  }

  /**
   * Makes the entries of a run (group of close entries) the reader's {@link PackedPage#hits}.
   *
   * @param reader a reader that is positioned on this chunk
   */
  public void takeRun(PackedPage reader, int run) {
    int runs = runs();
    reader.scan.take(
        KdTiling.runStart(0, covered, run, runs), KdTiling.runStart(0, covered, run + 1, runs));
  }

  /**
   * Makes the entries that belong to no run (group of close entries) the reader's {@link
   * PackedPage#hits}.
   *
   * @param reader a reader that is positioned on this chunk
   */
  public void takeRest(PackedPage reader) {
    reader.scan.take(covered, count);
  }

  /**
   * Positions a reader on this chunk and looks for an entry, which {@link #mayHoldId} must allow.
   * All equal entries and deletions are among the reader's {@link PackedPage#hits}. Other hits need
   * not meet the rectangle.
   */
  public void find(PackedPage reader, long id, double minX, double minY, double maxX, double maxY) {
    turn(reader);
    reader.window(minX, minY, maxX, maxY);
    reader.scan.seek(id);
    reader.scan.scanCells(boxes, runs(), covered);
  }

  /** Returns the number of entries at the start that belong to runs (groups of close entries). */
  public int covered() {
    return covered;
  }

  /**
   * Reads the memory that a scan reads first, so that cache misses of several chunks overlap. The
   * result has no meaning.
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
