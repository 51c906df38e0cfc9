package org.flashgrove.access.scan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.flashgrove.access.table.TableSnapshot;
import org.flashgrove.storage.heap.HeapFetch;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;

/**
 * Copies of some records, which are read in page order and returned in any order. Each page is
 * requested once, and pages that are not in memory are read together. Only the thread of the
 * snapshot may use it.
 */
final class RecordBatch {
  /** Maximum number of RIDs in a batch. */
  static final int MOST = 256;

  /**
   * Maximum memory in bytes for copies of records. A record that does not fit is read again when it
   * is returned.
   */
  private static final int MOST_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;

  /** Marker stored instead of an offset if a record has no copy. */
  private static final int NO_COPY = -1;

  /** Marker stored instead of an offset if a record does not exist. */
  private static final int MISSING = -2;

  private final TableSnapshot snapshot;
  private final long[] pages;
  private final long[] sorted;
  private final long[] keys;
  private final int[] offsets;
  private final int[] lengths;
  private final HeapRecord shown = new HeapRecord();
  private ByteBuffer copies = allocate(FIRST_BYTES);
  private int used;
  private int count;
  private @Nullable HeapFetch fetch;

  /**
   * Creates an empty batch.
   *
   * @param most maximum number of RIDs, at most {@link #MOST}
   */
  RecordBatch(TableSnapshot snapshot, int most) {
    this.snapshot = snapshot;
    pages = new long[most];
    sorted = new long[most];
    keys = new long[most];
    offsets = new int[most];
    lengths = new int[most];
  }

  private static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads records into this batch. They replace the records that the batch held before.
   *
   * @param rids RIDs in any order, possibly repeated
   * @param newCount number of RIDs, at least 1
   */
  void read(long[] rids, int newCount) {
    HeapFetch reader = fetch;
    if (reader == null) {
      reader = snapshot.records().fetch(pages.length);
      fetch = reader;
    }
    System.arraycopy(rids, 0, sorted, 0, newCount);
    Arrays.sort(sorted, 0, newCount);
    count = newCount;
    used = 0;
    int pageCount = 0;
    for (int i = 0; i < count; i++) {
      long page = Rid.page(sorted[i]);
      if (pageCount == 0 || pages[pageCount - 1] != page) {
        pages[pageCount++] = page;
      }
    }
    reader.read(pages, pageCount);
    int page = 0;
    for (int i = 0; i < count; i++) {
      while (pages[page] != Rid.page(sorted[i])) {
        page++;
      }
      if (i % HeapFetch.TOUCHED_TOGETHER == 0) {
        reader.touch(sorted, i, Math.min(count, i + HeapFetch.TOUCHED_TOGETHER));
      }
      take(i, reader.show(page, sorted[i]) ? reader.record() : null);
    }
  }

  private void take(int at, @Nullable HeapRecord record) {
    if (record == null) {
      offsets[at] = MISSING;
      return;
    }
    ByteBuffer body = record.body();
    int length = body.remaining();
    if (used + length > MOST_BYTES) {
      offsets[at] = NO_COPY;
      return;
    }
    if (used + length > copies.capacity()) {
      int room = Math.max(used + length, Math.min(MOST_BYTES, 2 * copies.capacity()));
      copies = allocate(room).put(0, copies, 0, used);
    }
    copies.put(used, body, body.position(), length);
    keys[at] = record.id();
    offsets[at] = used;
    lengths[at] = length;
    used += length;
  }

  /** Returns whether the batch contains a RID. */
  boolean holds(long rid) {
    return Arrays.binarySearch(sorted, 0, count, rid) >= 0;
  }

  /**
   * Returns a record of the batch, valid until the next call.
   *
   * @return null if the record does not exist
   */
  @Nullable HeapRecord show(long rid) {
    int at = Arrays.binarySearch(sorted, 0, count, rid);
    if (offsets[at] == MISSING) {
      return null;
    }
    if (offsets[at] == NO_COPY) {
      return snapshot.get(rid, shown) ? shown : null;
    }
    shown.show(rid, keys[at], copies, offsets[at], lengths[at]);
    return shown;
  }
}
