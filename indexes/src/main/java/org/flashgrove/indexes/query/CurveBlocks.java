package org.flashgrove.indexes.query;

import org.flashgrove.core.index.EntryCursor;

/**
 * Splits the entries of one side of a join into blocks of entries that lie near each other. It
 * takes a quarter of a million entries at a time, sorts them along a Hilbert curve, and cuts the
 * sequence into blocks.
 */
public final class CurveBlocks implements AutoCloseable {
  private final JoinedEntries side;
  private final int room;
  private EntryCursor cursor;
  private EntryBlock ordered = new EntryBlock(1);
  private int next;
  private boolean ended;

  /**
   * Creates a source that begins with the first entries of the side.
   *
   * @param room number of entries in a block
   */
  public CurveBlocks(JoinedEntries side, int room) {
    this.side = side;
    this.room = room;
  }

  /** Returns the next block, or null after the last one. */
  public EntryBlock.Part next() {
    if (next == ordered.count() && !ended) {
      fill();
    }
    if (next == ordered.count()) {
      return null;
    }
    EntryBlock block = new EntryBlock(room);
    for (int i = 0; i < room && next < ordered.count(); i++) {
      block.add(ordered, next++);
    }
    return EntryBlock.Part.of(block);
  }

  private void fill() {
    EntryBlock some;
    if (side.entries().size() < EntryBlock.ORDERED) {
      some = EntryBlock.all(side);
    } else {
      some = new EntryBlock((int) Math.min(side.most() + 1, EntryBlock.ORDERED));
      cursor = cursor == null ? side.cursor() : cursor;
      while (some.count() < EntryBlock.ORDERED && cursor.next()) {
        if (side.admits(cursor.id())) {
          some.add(cursor.id(), cursor.minX(), cursor.minY(), cursor.maxX(), cursor.maxY());
        }
      }
    }
    ended = some.count() < EntryBlock.ORDERED;
    ordered = some.alongCurve();
    next = 0;
  }

  /** Closes the cursor over the entries. Call this before the snapshot is closed. */
  @Override
  public void close() {
    ended = true;
    if (cursor != null) {
      cursor.close();
    }
  }
}
