package org.flashgrove.access.join;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.pair.PairQuestion;
import org.flashgrove.core.shape.FlatShape;
import org.flashgrove.core.shape.PlainWkb;
import org.flashgrove.storage.heap.HeapFetch;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;

/**
 * Reads geometries of records by RID as objects of a join, many pages at a time. Only the thread of
 * the snapshot may use this reader.
 */
final class RecordFetch {
  private static final int WINDOW_PAGES = 32;

  /**
   * Maximum number of vertices of an object that becomes a shape although the join may need its
   * geometry.
   */
  private static final int FEW_VERTICES = 63;

  /** Least number of records from which the memory for objects is estimated. */
  private static final int SAMPLED_RECORDS = 256;

  /** Most pages that are read for a sample, for tables whose records have few objects. */
  private static final int SAMPLED_PAGES = 1 << 10;

  private final TableSnapshot snapshot;
  private final LongAdder recordsRead;
  private final int mostShapeVertices;
  private final PlainWkb plain = new PlainWkb();
  private final RecordGeometries geometries = new RecordGeometries();
  private final long[] pages = new long[WINDOW_PAGES];
  private @Nullable HeapFetch fetch;

  /**
   * Creates a reader.
   *
   * @param recordsRead counter of records that were read
   * @param comparesShapes whether the join compares objects as shapes
   */
  RecordFetch(TableSnapshot snapshot, LongAdder recordsRead, boolean comparesShapes) {
    this.snapshot = snapshot;
    this.recordsRead = recordsRead;
    mostShapeVertices = comparesShapes ? Integer.MAX_VALUE : FEW_VERTICES;
  }

  TableSnapshot snapshot() {
    return snapshot;
  }

  /** Returns the maximum number of vertices of an object that becomes a shape. */
  int mostShapeVertices() {
    return mostShapeVertices;
  }

  @FunctionalInterface
  interface Receiver {
    /**
     * Receives an object.
     *
     * @param at index of the object's RID in the array
     * @param wkbBytes length of the object's WKB in bytes
     */
    void take(int at, Operand object, int wkbBytes);

    /**
     * Returns whether the object of a RID is needed. If it is not, {@link #passFinite} may be
     * called instead of {@link #take}.
     */
    default boolean needs(int at) {
      return true;
    }

    /** Receives the fact that an object has only finite coordinates. */
    default void passFinite(int at) {}
  }

  /** Reads the objects of sorted RIDs. Each page is read once for all its records. */
  void read(long[] rids, int from, int to, Receiver receiver) {
    HeapFetch reader = fetch;
    if (reader == null) {
      reader = snapshot.records().fetchMany(WINDOW_PAGES);
      fetch = reader;
    }
    int next = from;
    while (next < to) {
      int start = next;
      int count = 0;
      for (; next < to; next++) {
        long page = Rid.page(rids[next]);
        if (count == 0 || pages[count - 1] != page) {
          if (count == WINDOW_PAGES) {
            break;
          }
          pages[count++] = page;
        }
      }
      reader.read(pages, count);
      receive(reader, rids, start, next, receiver);
      recordsRead.add(next - start);
    }
  }

  private void receive(HeapFetch reader, long[] rids, int from, int to, Receiver receiver) {
    int page = -1;
    for (int i = from; i < to; i++) {
      if (page < 0 || pages[page] != Rid.page(rids[i])) {
        reader.turnTo(++page); // the RIDs have the order of the pages
      }
      int wkb = reader.wkbAt(Rid.slot(rids[i]));
      if (wkb < 0 || !receiveShape(reader.content(), wkb, i, receiver)) {
        receive(reader, page, rids[i], i, receiver);
      }
    }
  }

  private boolean receiveShape(ByteBuffer page, int wkb, int at, Receiver receiver) {
    int bytes = page.getInt(wkb - Integer.BYTES);
    if (!receiver.needs(at) && plain.isFinite(page, wkb, wkb + bytes)) {
      receiver.passFinite(at);
      return true;
    }
    FlatShape shape = FlatShape.ofWkb(page, wkb, wkb + bytes, mostShapeVertices);
    if (shape != null) {
      receiver.take(at, Operand.of(shape), bytes);
    }
    return shape != null;
  }

  private void receive(HeapFetch reader, int page, long rid, int at, Receiver receiver) {
    if (!reader.show(page, rid)) {
      throw new DamagedStoreException(
          snapshot.records().name(), "record " + rid, "is indexed, but not there");
    }
    HeapRecord record = reader.record();
    ByteBuffer wkb = record.wkb();
    FlatShape shape = FlatShape.ofWkb(wkb, mostShapeVertices);
    Operand object = shape == null ? Operand.of(geometries.indexed(rid, wkb)) : Operand.of(shape);
    receiver.take(at, object, wkb.remaining());
  }

  /**
   * Returns a reader of all records, page by page.
   *
   * @param admitted sorted RIDs of the records to read; null for all
   * @param decodes whether objects are needed; otherwise only their rectangles
   * @param enough number of objects to read at a time
   * @param check ends the scan with an exception
   */
  RecordPages pages(long @Nullable [] admitted, boolean decodes, int enough, Runnable check) {
    return new RecordPages(this, recordsRead, admitted, decodes, enough, check);
  }

  /**
   * Returns the mean memory in bytes that an object needs in a tree in memory. Estimates it from
   * some records.
   */
  double objectBytes(PairQuestion test) {
    LongAdder uncounted = new LongAdder();
    RecordPages some = new RecordPages(this, uncounted, null, true, SAMPLED_RECORDS, () -> {});
    some.start(0, Math.min(lastPage(), SAMPLED_PAGES - 1));
    some.next();
    long bytes = 0;
    for (int i = 0; i < some.entries().count(); i++) {
      Operand object = some.operand(i);
      bytes += object == null ? 0 : object.bytes(test, some.wkbBytes(i));
    }
    return (double) bytes / Math.max(1, some.entries().count());
  }

  /** Returns the length of the pages that may have records. */
  long bytes() {
    return (lastPage() + 1) * snapshot.table().options().pageSize();
  }

  long lastPage() {
    return snapshot.records().lastPage();
  }

  long key(long rid) {
    HeapRecord record = new HeapRecord();
    if (!snapshot.get(rid, record)) {
      throw new DamagedStoreException(
          snapshot.records().name(), "record " + rid, "is indexed, but not there");
    }
    return record.id();
  }
}
