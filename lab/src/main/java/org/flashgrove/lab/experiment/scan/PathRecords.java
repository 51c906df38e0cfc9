package org.flashgrove.lab.experiment.scan;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.access.record.RecordCursor;
import org.flashgrove.access.record.ScanStats;
import org.flashgrove.access.scan.AccessPath;

/**
 * Cursor over the generated records of a key range in the order of an access path. While the cursor
 * moves, it adds to a trace the record pages and leaves that the access path must read.
 */
final class PathRecords implements RecordCursor {
  /** Number of pages that a full scan reads together: 1 MiB. */
  private static final int READ_AHEAD_PAGES = 128;

  private static final int PAGE_SHIFT = 16;
  private static final int KEY_AT = 4;

  private final AccessPath path;
  private final SampleTable table;
  private final SampleTable.Range range;
  private final CallTrace trace;

  /** Keys sorted by page, or null if the path returns records in key order. */
  private final int[] byPage;

  private final ByteBuffer body =
      ByteBuffer.allocate(SampleTable.BODY_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteBuffer view = body.asReadOnlyBuffer();
  private int at = -1;
  private int key;
  private int leaf = -1;
  private int page = -1;
  private int scannedPages;

  PathRecords(AccessPath path, SampleTable table, double selectivity, CallTrace trace) {
    this.path = path;
    this.table = table;
    this.trace = trace;
    range = table.range(selectivity);
    byPage = path == AccessPath.IDX ? null : table.keysByPage(range.first(), range.end());
    if (path == AccessPath.SIDX) {
      for (int each = range.first(); each < range.end(); each++) {
        leaf(each);
      }
    }
  }

  private void leaf(int ofKey) {
    if (table.leafOf(ofKey) != leaf) {
      leaf = table.leafOf(ofKey);
      trace.read(leaf, 1);
    }
  }

  @Override
  public boolean next() {
    if (++at >= range.count()) {
      at = range.count();
      scanTo(path == AccessPath.FTS ? table.pages() : 0);
      return false;
    }
    key = byPage == null ? range.first() + at : byPage[at];
    int newPage = table.pageOf(key);
    if (path == AccessPath.FTS) {
      scanTo(newPage + 1);
    } else {
      if (path == AccessPath.IDX) {
        leaf(key);
      }
      if (newPage != page) {
        trace.read(newPage, 1);
      }
    }
    page = newPage;
    return true;
  }

  private void scanTo(int end) {
    while (scannedPages < end) {
      int count = Math.min(READ_AHEAD_PAGES, table.pages() - scannedPages);
      trace.read(scannedPages, count);
      scannedPages += count;
    }
  }

  @Override
  public long rid() {
    return (long) page << PAGE_SHIFT | key % SampleTable.TUPLES_OF_PAGE;
  }

  @Override
  public long key() {
    return key;
  }

  @Override
  public ByteBuffer record() {
    body.putLong(KEY_AT, key);
    view.clear();
    return view;
  }

  /** Returns the key that the body of a generated record contains. */
  static long keyIn(ByteBuffer body) {
    return body.order(ByteOrder.LITTLE_ENDIAN).getLong(body.position() + KEY_AT);
  }

  @Override
  public ScanStats figures() {
    return ScanStats.NONE;
  }

  @Override
  public void close() {
    // There is nothing to close.
  }
}
