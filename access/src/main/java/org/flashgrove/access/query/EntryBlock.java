package org.flashgrove.access.query;

import org.flashgrove.access.structure.EntrySnapshot;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.index.EntrySink;
import org.flashgrove.core.index.VisitResult;
import org.jspecify.annotations.Nullable;

/** Some entries of an index that follow each other, and so lie near each other. */
final class EntryBlock {
  private static final int CORNERS = 4;

  private final long[] ids;
  private final double[] corners;
  private int count;

  private EntryBlock(int room) {
    ids = new long[room];
    corners = new double[CORNERS * room];
  }

  /** All entries of a snapshot, block after block. */
  static final class Source implements ParallelParts.Source<EntryBlock> {
    private final EntrySnapshot entries;
    private final int room;
    private @Nullable EntryCursor cursor;
    private boolean ended;

    /**
     * Begins with the first.
     *
     * @param room entries of a block
     */
    Source(EntrySnapshot entries, int room) {
      this.entries = entries;
      this.room = room;
    }

    @Override
    public @Nullable EntryBlock next() {
      if (ended) {
        return null;
      }
      if (cursor == null) {
        cursor = entries.cursor(EntryQuery.all()); // every entry
      }
      EntryBlock block = new EntryBlock(room);
      while (block.count < room && cursor.next()) {
        block.add(cursor);
      }
      ended = block.count < room;
      return block.count == 0 ? null : block;
    }

    /** Closes the cursor; before the snapshot. */
    void close() {
      ended = true;
      if (cursor != null) {
        cursor.close();
      }
    }
  }

  private void add(EntryCursor at) {
    ids[count] = at.id();
    int corner = CORNERS * count++;
    corners[corner] = at.minX();
    corners[corner + 1] = at.minY();
    corners[corner + 2] = at.maxX();
    corners[corner + 3] = at.maxY();
  }

  /** Visits the entries until the sink stops. */
  void visit(EntrySink sink) {
    VisitResult answer = VisitResult.CONTINUE;
    for (int i = 0; i < count && answer == VisitResult.CONTINUE; i++) {
      int at = CORNERS * i;
      answer =
          sink.found(
              ids[i], corners[at], corners[at + 1], corners[at + 2], corners[at + 3], Double.NaN);
    }
  }
}
