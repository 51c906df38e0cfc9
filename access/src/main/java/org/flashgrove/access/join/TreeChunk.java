package org.flashgrove.access.join;

import java.util.Arrays;
import org.flashgrove.core.index.EntryCursor;
import org.flashgrove.core.index.EntryQuery;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.indexes.query.NearTree;
import org.jspecify.annotations.Nullable;

/**
 * A tree in memory of some objects of one side. The threads of a join share it.
 *
 * @param tree the entries of the objects
 * @param operands the decoded object of each entry. It is null if the rectangle is a point, if
 *     rectangles are compared, and for a record that did not fit in memory.
 */
record TreeChunk(NearTree tree, @Nullable Operand[] operands) {
  /** Memory of an entry and of copies while the tree is built, in bytes. */
  static final int ENTRY_BYTES = 192;

  private static final int RECTANGLE_WKB_BYTES = 93;

  boolean isPoint(int entry) {
    return Operand.isPoint(tree.minX(entry), tree.minY(entry), tree.maxX(entry), tree.maxY(entry));
  }

  /**
   * Returns the object of an entry.
   *
   * @param records reads the geometry of a record; null if the rectangle is the object
   */
  Operand operand(int entry, @Nullable RecordFetch records) {
    Operand known = operands[entry];
    if (known != null) {
      return known;
    }
    if (records == null || isPoint(entry)) {
      return Operand.ofRectangle(
          tree.minX(entry), tree.minY(entry), tree.maxX(entry), tree.maxY(entry));
    }
    Operand[] read = new Operand[1];
    records.read(new long[] {tree.id(entry)}, 0, 1, (at, object, wkbBytes) -> read[0] = object);
    return read[0];
  }

  /** Divides the objects of a side into chunks that fit in memory. For one thread. */
  static final class Source {
    private final JoinSide side;
    private final JoinMeter meter;
    private final PairQuestion test;
    private final long room;
    private final boolean decodes;
    private final boolean isWhole;
    private final @Nullable RecordPages pages;
    private final @Nullable EntryCursor cursor;
    private int next;
    private boolean ended;

    /**
     * Creates a source that begins with the first objects of a side.
     *
     * @param decodes whether objects are compared, and not rectangles
     * @param room memory of a chunk in bytes
     * @param isWhole whether one chunk takes all entries; then objects that exceed {@code room} are
     *     read again for each comparison
     */
    Source(
        JoinSide side,
        JoinMeter meter,
        PairQuestion test,
        boolean decodes,
        long room,
        boolean isWhole) {
      this.side = side;
      this.meter = meter;
      this.test = test;
      this.decodes = decodes;
      this.room = room;
      this.isWhole = isWhole;
      RecordFetch records = side.records();
      pages =
          records == null ? null : records.pages(side.admitted(), decodes, 1 << 12, meter::check);
      cursor =
          pages == null ? side.entries().cursor(EntryQuery.all().cancelWhen(meter.ends())) : null;
      if (pages != null && records != null) {
        pages.start(0, records.lastPage());
      }
    }

    @Nullable TreeChunk next() {
      Loading loading = new Loading((int) Math.min(side.size() + 1, EntryBlock.ORDERED));
      if (cursor != null) {
        takeEntries(loading, cursor);
      } else if (pages != null) {
        takeRecords(loading, pages);
      }
      return loading.entries.count() == 0 ? null : loading.chunk();
    }

    private void takeEntries(Loading loading, EntryCursor from) {
      while (!ended && (loading.left >= 0 || isWhole)) {
        ended = !from.next();
        if (!ended && side.admits(from.id())) {
          loading.add(from);
        }
      }
    }

    private void takeRecords(Loading loading, RecordPages from) {
      while (loading.left >= 0 || isWhole) {
        if (next >= from.entries().count()) {
          meter.check();
          next = 0;
          if (ended || !from.next()) {
            ended = true;
            return;
          }
        }
        loading.add(from, next++);
      }
    }

    void close() {
      if (cursor != null) {
        cursor.close();
      }
    }

    /** The objects of a chunk that is not complete. */
    private final class Loading {
      private final EntryBlock entries;
      private @Nullable Operand[] operands = new Operand[0];
      private long left = room;

      Loading(int most) {
        entries = new EntryBlock(most);
      }

      void add(RecordPages from, int index) {
        entries.add(from.entries(), index);
        left -= ENTRY_BYTES;
        Operand operand = from.operand(index);
        if (operand != null) {
          keep(operand, from.wkbBytes(index));
        }
      }

      void add(EntryCursor from) {
        entries.add(from.id(), from.minX(), from.minY(), from.maxX(), from.maxY());
        left -= ENTRY_BYTES;
        if (decodes && !entries.isPoint(entries.count() - 1)) {
          Operand box = Operand.ofRectangle(from.minX(), from.minY(), from.maxX(), from.maxY());
          keep(box, RECTANGLE_WKB_BYTES);
        }
      }

      /** Keeps the object of the last entry. */
      private void keep(Operand operand, int wkbBytes) {
        long bytes = operand.bytes(test, wkbBytes);
        if (isWhole && bytes > left) {
          return;
        }
        left -= bytes;
        int entry = entries.count() - 1;
        if (entry >= operands.length) {
          operands = Arrays.copyOf(operands, Math.max(1 << 10, 2 * entry));
        }
        operands[entry] = operand;
      }

      TreeChunk chunk() {
        meter.check();
        int[] order = entries.curveOrder();
        meter.check();
        @Nullable Operand[] ordered = new Operand[order.length];
        for (int i = 0; i < order.length; i++) {
          ordered[i] = order[i] < operands.length ? operands[order[i]] : null;
        }
        EntryBlock sorted = entries.inOrder(order);
        meter.check();
        return new TreeChunk(sorted.tree(), ordered);
      }
    }
  }
}
