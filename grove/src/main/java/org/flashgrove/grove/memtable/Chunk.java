package org.flashgrove.grove.memtable;

import org.flashgrove.grove.columns.EntryColumns;
import org.flashgrove.grove.packed.ChunkWriter;
import org.flashgrove.grove.packed.PackedChunk;
import org.flashgrove.grove.packed.PackedPage;

/**
 * Packed chunk of buffered changes, with the box around them. The changes are insertions, and
 * deletions of entries in blocks. Immutable.
 */
public final class Chunk {
  private static final int OBJECT_BYTES = 16 + 8 + 2 * 4 + 4 * 8;

  private final PackedChunk packed;
  private final int count;
  private final int deletions;
  private final double minX;
  private final double minY;
  private final double maxX;
  private final double maxY;

  private Chunk(PackedChunk packed, Chunk first, EntryColumns changes, int from, int to) {
    this.packed = packed;
    count = packed.count();
    double x1 = first == null ? Double.POSITIVE_INFINITY : first.minX;
    double y1 = first == null ? Double.POSITIVE_INFINITY : first.minY;
    double x2 = first == null ? Double.NEGATIVE_INFINITY : first.maxX;
    double y2 = first == null ? Double.NEGATIVE_INFINITY : first.maxY;
    int gone = first == null ? 0 : first.deletions;
    for (int i = from; i < to; i++) {
      x1 = Math.min(x1, changes.minX(i));
      y1 = Math.min(y1, changes.minY(i));
      x2 = Math.max(x2, changes.maxX(i));
      y2 = Math.max(y2, changes.maxY(i));
      gone += changes.isDeletion(i) ? 1 : 0;
    }
    minX = x1;
    minY = y1;
    maxX = x2;
    maxY = y2;
    deletions = gone;
  }

  /**
   * Creates a chunk from the log.
   *
   * @param box minX, minY, maxX, maxY of all changes
   */
  Chunk(PackedChunk packed, int deletions, double[] box) {
    this.packed = packed;
    this.deletions = deletions;
    count = packed.count();
    minX = box[0];
    minY = box[1];
    maxX = box[2];
    maxY = box[3];
  }

  /**
   * Packs changes {@code from} to {@code to - 1}, at least one. Reorders them in {@code changes}.
   */
  static Chunk of(ChunkWriter writer, EntryColumns changes, int from, int to) {
    return new Chunk(writer.of(changes, from, to), null, changes, from, to);
  }

  /**
   * Packs changes {@code from} to {@code to - 1}, at least one, without reordering them. In the
   * given order, changes that are close in space should be neighbours.
   */
  static Chunk inOrder(ChunkWriter writer, EntryColumns changes, int from, int to) {
    return new Chunk(writer.inOrder(changes, from, to), null, changes, from, to);
  }

  /**
   * Packs the changes that remain of another chunk after deletions, at least one, without
   * reordering them.
   *
   * @param covered number of leading changes that belonged to runs (groups of close changes) of the
   *     other chunk
   */
  static Chunk left(ChunkWriter writer, EntryColumns changes, int covered) {
    return new Chunk(writer.left(changes, covered), null, changes, 0, changes.size());
  }

  /** Returns a new chunk with the changes of this chunk, followed by {@code changes}. */
  Chunk with(ChunkWriter writer, EntryColumns changes) {
    int size = changes.size();
    return new Chunk(writer.append(packed, changes, 0, size), this, changes, 0, size);
  }

  public int count() {
    return count;
  }

  /** Returns how many of the changes are deletions. */
  public int deletions() {
    return deletions;
  }

  public double minX() {
    return minX;
  }

  public double minY() {
    return minY;
  }

  public double maxX() {
    return maxX;
  }

  public double maxY() {
    return maxY;
  }

  /** Returns whether the chunk may contain a change of an entry with rectangle {@code box}. */
  boolean mayHold(double[] box) {
    return minX <= box[0] && minY <= box[1] && maxX >= box[2] && maxY >= box[3];
  }

  /** Positions a reader on this chunk. */
  public void read(PackedPage reader) {
    packed.turn(reader);
  }

  /**
   * Positions a reader on this chunk. The reader's hits are then the changes that meet a closed
   * window.
   */
  public void scan(PackedPage reader, double x1, double y1, double x2, double y2) {
    packed.scan(reader, x1, y1, x2, y2);
  }

  public PackedChunk packed() {
    return packed;
  }

  /** Returns the heap memory that this object takes, in bytes. */
  public long bytes() {
    return OBJECT_BYTES + packed.bytes();
  }
}
