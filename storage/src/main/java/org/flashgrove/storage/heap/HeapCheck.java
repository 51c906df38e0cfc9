package org.flashgrove.storage.heap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapDevice;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.RecordReader;
import org.flashgrove.storage.heap.page.Rid;

/**
 * Checks a whole heap file. These properties must hold:
 *
 * <ul>
 *   <li>Every page is intact and matches the free-space map.
 *   <li>Cells do not overlap.
 *   <li>Each FORWARD cell refers to the MOVED cell of its record ({@link
 *       org.flashgrove.storage.heap.page.HeapCell}).
 *   <li>Every overflow page is in the chain of exactly one record.
 *   <li>The number of records equals the count in the free-space map.
 * </ul>
 *
 * <p>The check needs one bit of memory per page.
 */
public final class HeapCheck {
  private static final int MOST_FINDINGS = 100;

  /**
   * Result of a check.
   *
   * @param records number of records found
   * @param dataPages number of pages with cells
   * @param overflowPages number of pages in overflow chains
   * @param findings the first hundred problems found; empty if there are none
   */
  public record Report(long records, long dataPages, long overflowPages, List<String> findings) {
    /** Returns whether no problem was found. */
    public boolean isClean() {
      return findings.isEmpty();
    }
  }

  private final HeapFile file;
  private final FreeSpaceMap spaces;
  private final List<String> findings = new ArrayList<>();
  private final HeapPage page; // private copy of the checked page
  private final BitSet chained = new BitSet();
  private final BitSet overflow = new BitSet();
  private long records;
  private long dataPages;

  HeapCheck(HeapFile file) {
    if (file.isStaging()) {
      throw new IllegalStateException("check: an operation is open; commit or close it first");
    }
    this.file = file;
    spaces = file.spaces();
    page = file.device().take();
  }

  Report run() {
    try {
      return checkPages();
    } finally {
      file.device().give(page);
    }
  }

  private Report checkPages() {
    for (long pageId = 1; pageId <= spaces.lastPage(); pageId++) {
      if (!spaces.isMapPage(pageId)) {
        try {
          checkPage(pageId);
        } catch (DamagedStoreException e) {
          find(e.getMessage());
        }
      }
    }
    BitSet lonely = (BitSet) overflow.clone();
    lonely.andNot(chained);
    for (int page = lonely.nextSetBit(0); page >= 0; page = lonely.nextSetBit(page + 1)) {
      find("heap page " + page + " is an overflow page of no record");
    }
    if (records != spaces.records()) {
      find(records + " records, but the free-space map counts " + spaces.records());
    }
    return new Report(records, dataPages, overflow.cardinality(), List.copyOf(findings));
  }

  private void find(String what) {
    if (findings.size() < MOST_FINDINGS) {
      findings.add(what);
    }
  }

  private void checkPage(long pageId) {
    int category = spaces.categoryOf(pageId);
    if (category == FreeSpaceMap.UNUSED) {
      if (file.images().copy(pageId, HeapFile.NEWEST, page) && page.kind() != HeapPage.FREE) {
        find("heap page " + pageId + " is there, but unused by the free-space map");
      }
      return;
    }
    if (!file.images().copy(pageId, HeapFile.NEWEST, page)) {
      throw HeapPage.damaged(
          HeapDevice.FILE, pageId, "does not exist, but the free-space map uses it");
    }
    String cause = page.impossible();
    if (cause != null) {
      find("heap page " + pageId + ": " + cause);
    } else if (category == FreeSpaceMap.OTHER) {
      checkOverflow();
    } else {
      checkData(category);
    }
  }

  private void checkOverflow() {
    if (page.kind() == HeapPage.OVERFLOW) {
      overflow.set(Math.toIntExact(page.pageId()));
    } else {
      find("heap page " + page.pageId() + " is no overflow page, but one by the free-space map");
    }
  }

  private void checkData(int category) {
    long pageId = page.pageId();
    if (page.kind() != HeapPage.DATA) {
      find("heap page " + pageId + " is no data page, but one by the free-space map");
      return;
    }
    dataPages++;
    if (category != spaces.category(page.freeBytes())) {
      find(
          "heap page "
              + pageId
              + " has "
              + page.freeBytes()
              + " free bytes, not category "
              + category);
    }
    checkOverlaps();
    for (int slot = 0; slot < page.slotCount(); slot++) {
      if (page.isUsed(slot)) {
        try {
          checkCell(slot);
        } catch (DamagedStoreException e) {
          find(e.getMessage());
        }
      }
    }
  }

  private void checkOverlaps() {
    long[] cells = new long[page.cellCount()];
    int count = 0;
    for (int slot = 0; slot < page.slotCount(); slot++) {
      if (page.isUsed(slot)) {
        cells[count++] = (long) page.offset(slot) << 32 | HeapPage.taken(page.length(slot));
      }
    }
    Arrays.sort(cells, 0, count);
    for (int i = 1; i < count; i++) {
      if ((cells[i - 1] >>> 32) + (int) cells[i - 1] > cells[i] >>> 32) {
        find("heap page " + page.pageId() + ": cells overlap at byte " + (cells[i] >>> 32));
      }
    }
  }

  private void checkCell(int slot) {
    long rid = Rid.of(page.pageId(), slot);
    int offset = page.offset(slot);
    switch (HeapCell.kind(page.bytes(), offset)) {
      case HeapCell.MOVED -> checkMoved(rid, page.bytes().getLong(offset + HeapCell.AT_FIRST));
      case HeapCell.LONG -> {
        records++;
        checkChain(
            rid,
            page.bytes().getInt(offset + HeapCell.AT_BODY_BYTES),
            page.bytes().getLong(offset + HeapCell.AT_FIRST_PAGE));
      }
      case HeapCell.FORWARD -> {
        records++;
        checkForward(rid, page.bytes().getLong(offset + HeapCell.AT_FIRST));
      }
      default -> records++;
    }
  }

  private HeapPage open(long rid, long pageId) {
    HeapPage opened = pageId < 0 ? null : file.images().open(pageId, HeapFile.NEWEST);
    if (opened == null) {
      throw RecordReader.damaged(rid, "continues on page " + pageId + ", which does not exist");
    }
    return opened;
  }

  private void checkForward(long rid, long target) {
    HeapPage other = open(rid, Rid.page(target));
    try {
      if (!RecordReader.isMoved(other, Rid.slot(target), rid)) {
        find("heap record " + rid + ": forward to " + target + ", where the record is not");
      }
    } finally {
      file.images().close(other);
    }
  }

  private void checkMoved(long rid, long home) {
    HeapPage other = open(rid, Rid.page(home));
    try {
      int slot = Rid.slot(home);
      boolean right =
          other.kind() == HeapPage.DATA
              && other.isUsed(slot)
              && HeapCell.kind(other.bytes(), other.offset(slot)) == HeapCell.FORWARD
              && other.bytes().getLong(other.offset(slot) + HeapCell.AT_FIRST) == rid;
      if (!right) {
        find("heap cell " + rid + " was moved from " + home + ", which does not know of it");
      }
    } finally {
      file.images().close(other);
    }
  }

  private void checkChain(long rid, int bodyBytes, long first) {
    int left = bodyBytes;
    long pageId = first;
    for (int sequence = 0; left > 0; sequence++) {
      HeapPage other = open(rid, pageId);
      try {
        int part = Math.min(HeapPage.payloadCapacity(other.pageSize()), left);
        RecordReader.requireLink(other, rid, sequence, part);
        if (chained.get(Math.toIntExact(pageId))) {
          throw RecordReader.damaged(rid, "page " + pageId + " is in two overflow chains");
        }
        chained.set((int) pageId);
        left -= part;
        pageId = other.next();
      } finally {
        file.images().close(other);
      }
    }
    if (pageId != HeapPage.NO_PAGE) {
      find("heap record " + rid + ": overflow chain goes on after " + bodyBytes + " bytes");
    }
  }
}
