package org.flashgrove.access.join;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import org.flashgrove.access.table.RecordGeometries;
import org.flashgrove.core.pair.Operand;
import org.flashgrove.core.shape.FlatShape;
import org.flashgrove.indexes.query.EntryBlock;
import org.flashgrove.storage.heap.HeapScan;
import org.flashgrove.storage.heap.page.Rid;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads the objects of records page by page, in the order of their RIDs. It needs no index. Points
 * become entries without an object. For one thread.
 */
final class RecordPages {
  private static final int WINDOW = 64;

  /** Number of bytes of WKB at which the reader stops. */
  private static final int ENOUGH_WKB_BYTES = 2 << 20;

  private static final int POINT_BYTES = 21;
  private static final int POINT = 1;
  private static final int AT_X = 5;
  private static final int AT_Y = 13;

  private final HeapScan scan;
  private final LongAdder recordsRead;
  private final long @Nullable [] admitted;
  private final int mostShapeVertices;
  private final boolean decodes;
  private final int enough;
  private final Runnable check;
  private final RecordGeometries geometries = new RecordGeometries();
  private final EntryBlock entries = new EntryBlock(1 << 10);
  private @Nullable Operand[] operands = new Operand[0];
  private int[] wkbBytes = {};
  private long bytes;
  private int slot;
  private int slots;
  private int pagesRead;
  private int shown;

  /**
   * Creates a reader that has no pages to read yet.
   *
   * @param recordsRead counter of records that were read
   * @param admitted sorted RIDs of the records that take part; null for all
   * @param decodes whether objects are needed; otherwise only their rectangles
   * @param enough number of objects at which {@link #next} stops after the current page
   * @param check ends the scan with an exception; runs now and then
   */
  RecordPages(
      RecordFetch fetch,
      LongAdder recordsRead,
      long @Nullable [] admitted,
      boolean decodes,
      int enough,
      Runnable check) {
    scan = fetch.snapshot().records().scan(WINDOW);
    this.recordsRead = recordsRead;
    this.admitted = admitted;
    mostShapeVertices = fetch.mostShapeVertices();
    this.decodes = decodes;
    this.enough = enough;
    this.check = check;
  }

  /**
   * Starts a range of records.
   *
   * @param fromRid RID of the first record, or a RID before it
   * @param lastPage page of the last record
   */
  void start(long fromRid, long lastPage) {
    scan.restart(Rid.page(fromRid), lastPage);
    slots = 0;
    slot = 0;
    if (Rid.slot(fromRid) > 0 && scan.nextPage()) {
      slots = scan.slotCount();
      slot = Rid.page(scan.rid(0)) == Rid.page(fromRid) ? Rid.slot(fromRid) : 0;
    }
  }

  boolean next() {
    Arrays.fill(operands, 0, Math.min(operands.length, entries.count()), null);
    entries.clear();
    bytes = 0;
    while (entries.count() < enough && bytes < ENOUGH_WKB_BYTES) {
      if (slot >= slots) {
        if (++pagesRead % WINDOW == 0) {
          check.run();
        }
        if (!scan.nextPage()) {
          break;
        }
        slot = 0;
        slots = scan.slotCount();
      }
      takePage();
    }
    recordsRead.add(shown);
    shown = 0;
    return entries.count() > 0;
  }

  /** Returns a RID before the next objects and behind those that were read. */
  long position() {
    return slot < slots ? scan.rid(slot) : Rid.of(Rid.page(scan.rid(0)) + 1, 0);
  }

  EntryBlock entries() {
    return entries;
  }

  /** Returns whether all objects that were read last are points. */
  boolean isOfPoints() {
    return bytes == 0;
  }

  /** Returns the objects of the entries. A missing or null object is the rectangle of the entry. */
  @Nullable Operand[] operands() {
    return operands;
  }

  /** Returns the object of an entry, or null if it is the rectangle of the entry. */
  @Nullable Operand operand(int entry) {
    return entry < operands.length ? operands[entry] : null;
  }

  /** Returns the length of the WKB of an object that {@link #operand} returns. */
  int wkbBytes(int entry) {
    return wkbBytes[entry];
  }

  private void takePage() {
    ByteBuffer page = scan.content();
    while (slot < slots && bytes < ENOUGH_WKB_BYTES) {
      int at = scan.wkbAt(slot);
      if (at < 0 || !takePoint(page, at)) {
        takeOther();
      }
      slot++;
    }
  }

  /** Takes a record if it is a point of two finite ordinates. */
  private boolean takePoint(ByteBuffer page, int at) {
    if (page.getInt(at - Integer.BYTES) != POINT_BYTES
        || page.get(at) != 1
        || page.getInt(at + 1) != POINT) {
      return false;
    }
    double x = page.getDouble(at + AT_X);
    double y = page.getDouble(at + AT_Y);
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      return false;
    }
    long rid = scan.rid(slot);
    if (admits(rid)) {
      shown++;
      entries.add(rid, x, y, x, y);
    }
    return true;
  }

  private boolean admits(long rid) {
    return admitted == null || Arrays.binarySearch(admitted, rid) >= 0;
  }

  private void takeOther() {
    long rid = scan.rid(slot);
    if (!admits(rid) || !scan.show(slot)) {
      return;
    }
    shown++;
    ByteBuffer wkb = scan.record().wkb();
    FlatShape shape = FlatShape.ofWkb(wkb, mostShapeVertices);
    if (shape != null) {
      take(rid, shape.bounds(), decodes ? Operand.of(shape) : null, wkb.remaining());
      return;
    }
    Geometry geometry = geometries.stored(rid, wkb);
    if (geometry != null && !geometry.isEmpty()) {
      Envelope bounds = geometry.getEnvelopeInternal();
      boolean isPoint = bounds.getWidth() == 0 && bounds.getHeight() == 0;
      take(rid, bounds, decodes && !isPoint ? Operand.of(geometry) : null, wkb.remaining());
    }
  }

  private void take(long rid, Envelope bounds, @Nullable Operand operand, int length) {
    int entry = entries.count();
    entries.add(rid, bounds.getMinX(), bounds.getMinY(), bounds.getMaxX(), bounds.getMaxY());
    bytes += length;
    if (entry >= operands.length) {
      int room = Math.max(1 << 10, 2 * entry);
      operands = Arrays.copyOf(operands, room);
      wkbBytes = Arrays.copyOf(wkbBytes, room);
    }
    operands[entry] = operand;
    wkbBytes[entry] = length;
  }
}
