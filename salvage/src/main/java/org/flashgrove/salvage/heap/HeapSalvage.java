package org.flashgrove.salvage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.salvage.page.ImageIndex;
import org.flashgrove.salvage.page.LoggedPages;
import org.flashgrove.salvage.page.MapSalvage;
import org.flashgrove.salvage.page.PageKind;
import org.flashgrove.salvage.page.SalvagedLog;
import org.flashgrove.salvage.page.SalvagedPages;
import org.flashgrove.salvage.page.SalvagedStore;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.heap.HeapChanges;
import org.flashgrove.storage.heap.LoggedChange;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.RecordReader;
import org.flashgrove.storage.heap.page.Rid;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.salvage.SalvageLosses;

/**
 * Finds the records of a heap file in a damaged store. It scans all slots for intact images of heap
 * pages. The page map and the log show which of these images are current. The log's changes are
 * then applied to copies of these images in a scratch file.
 *
 * <p>A record is certain if the current images of all its pages are found, and no missing frame can
 * have changed these pages. Every other record is uncertain: it may be outdated or deleted.
 *
 * <p>Memory: about 40 bytes per slot, about 40 bytes per page that the log changes, and a few
 * pages.
 */
public final class HeapSalvage implements AutoCloseable {
  private final SalvagedPages pages;
  private final SalvagedLog log;
  private final int pageSize;
  private final SalvageLosses losses;
  private final ImageIndex images;
  private final MapSalvage map;
  private final LoggedPages logged;
  private final ChangedPages changed;
  private final LoggedChange replayed;
  private final HeapPage page;
  private final HeapPage other;
  private final HeapPage spaces;

  /**
   * Ranges of pages that committed bulk loads wrote. The key is the first page of a range, and the
   * value is its last page plus 1.
   */
  private final TreeMap<Long, Long> loaded = new TreeMap<>();

  private final RecordCount expected;
  private final RecordReader reader = new RecordReader(new OpenPages());
  private long spacesPage = -1;
  private boolean hasSpaces;
  private boolean openedCertain;

  /** Receives records. */
  @FunctionalInterface
  public interface RecordSink {
    /**
     * Receives a record, which is valid during the call only.
     *
     * @param certain whether the record certainly has the content that the newest commit left
     */
    void record(HeapRecord record, boolean certain);
  }

  /**
   * Creates the salvage of one heap file, and registers it with the salvage of the store's files.
   *
   * @param structure number of the heap file in the store
   * @param tag tag that binds pages to the heap file
   * @param scratch directory for a temporary file with the pages that the log changes; the file is
   *     deleted when this object is closed
   */
  public HeapSalvage(SalvagedStore store, int structure, long tag, StoreDirectory scratch) {
    pageSize = store.slots().pageSize();
    losses = store.losses();
    page = newPage();
    other = newPage();
    spaces = newPage();
    pages = store.add(structure, tag, new HeapPages());
    images = pages.images();
    map = pages.map();
    log = pages.log();
    logged = pages.logged();
    changed = new ChangedPages(logged, scratch, pageSize);
    replayed = new LoggedChange(changed);
    expected = new RecordCount(pageSize - HeapPage.HEADER_BYTES);
  }

  private HeapPage newPage() {
    return new HeapPage(AlignedBuffers.allocate(pageSize).order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * Reads the page map and the log. Must be called after {@link SalvagedStore#look}, and before all
   * other methods of this class.
   */
  public void look() {
    pages.settle();
    pages.readLog(
        (frame, kind, content, size) ->
            visit(
                kind,
                content,
                size,
                (change, pageId, slot, category, bytes, count) ->
                    note(frame, change, pageId, count)));
    pages.reportLosses(false);
    changed.prepare(this::base);
    map.forEachStored(this::expect);
    for (int i = 0; i < images.count(); i++) {
      expect(images.pageId(i));
    }
    pages.readLog(
        (frame, kind, content, size) ->
            visit(
                kind,
                content,
                size,
                (change, pageId, slot, category, bytes, count) -> {
                  expect(pageId);
                  expected.change(frame, change, pageId, bytes, count);
                  replay(frame, change, pageId, slot, bytes, count);
                }));
    changed.finish();
  }

  private void visit(int kind, long[] content, int size, HeapChanges.Consumer visitor) {
    if (kind == StoreLog.HEAP) {
      HeapChanges.decode(content, size, pageSize, visitor);
    }
  }

  /** Recognizes heap pages of this heap file among the pages in the slots. */
  private final class HeapPages implements PageKind {
    @Override
    public boolean isOne(ByteBuffer found) {
      return HeapPage.startsAt(found, 0);
    }

    @Override
    public long tag(ByteBuffer found) {
      return HeapPage.storeTagOf(found);
    }

    @Override
    public boolean take(long slot, ByteBuffer found, ImageIndex into) {
      page.bytes().put(0, found, 0, pageSize);
      boolean isSound =
          page.pageId() >= 0
              && page.isSealed(page.pageId(), pages.tag(), page.storedChecksum())
              && page.impossible() == null;
      if (isSound) {
        into.add(page.pageId(), page.version(), slot, page.storedChecksum(), page.kind());
      }
      return isSound;
    }
  }

  private void note(long frame, int kind, long pageId, int length) {
    if (kind == HeapChanges.SEALED) {
      loaded.put(pageId, pageId + length - Long.BYTES);
    } else {
      logged.change(pageId, frame, frame, true);
    }
  }

  private void expect(long pageId) {
    expected.add(
        pageId,
        log.isFromTheStart(),
        log.lastMissing(),
        new RecordCount.MapPages() {
          @Override
          public long version(long mapPage) {
            int image = pages.current(mapPage);
            boolean isRead = image != ImageIndex.NONE && pages.isConfirmed(mapPage, image);
            return isRead && read(spaces, image) ? images.version(image) : -1;
          }

          @Override
          public long records(long mapPage) {
            return spaces.records();
          }
        });
  }

  /**
   * Returns the number of records that the heap file had, or -1 if the remains of the store do not
   * state it.
   */
  public long expectedRecords() {
    return log.mayLackEnd() ? -1 : expected.records();
  }

  /**
   * Reads into {@link #page} the image to which the log's changes of a page are applied, and
   * returns it. Returns null if there is no such image.
   */
  private HeapPage base(long pageId, long lastChange) {
    int image = pages.current(pageId);
    long deletion = image == ImageIndex.NONE ? pages.deletion(pageId) : -1;
    long version = image == ImageIndex.NONE ? deletion : images.version(image);
    boolean replayed = lastChange > version;
    changed.base(version, replayed, deletion >= 0 || pages.isConfirmed(pageId, image));
    return replayed && image != ImageIndex.NONE && read(page, image) ? page : null;
  }

  private boolean read(HeapPage into, int image) {
    return pages.read(image, into.bytes())
        && into.isSealed(images.pageId(image), pages.tag(), into.storedChecksum());
  }

  private void replay(long frame, int kind, long pageId, int slot, byte[] bytes, int length) {
    if (kind == HeapChanges.SEALED || !changed.wants(pageId, frame)) {
      return;
    }
    try {
      replayed.apply(frame, kind, pageId, slot, bytes, length);
      changed.applied(pageId, frame);
    } catch (DamagedStoreException e) {
      changed.giveUp(pageId, frame);
      losses.add(e.getMessage());
    }
  }

  /** Visits all records that can be read completely, in no particular order. */
  public void records(RecordSink sink) {
    HeapRecord record = new HeapRecord();
    HeapPage home = newPage();
    for (int i = 0; i < images.count(); i++) {
      long pageId = images.pageId(i);
      if (images.isFirst(i) && logged.find(pageId) == LoggedPages.NONE) {
        visitPage(pageId, home, record, sink);
      }
    }
    for (int i = 0; i < logged.count(); i++) {
      visitPage(logged.pageId(i), home, record, sink);
    }
    map.forEachStored(this::noteIfLost);
  }

  private void noteIfLost(long pageId) {
    if (logged.find(pageId) == LoggedPages.NONE && pages.current(pageId) == ImageIndex.NONE) {
      losses.add("heap page " + pageId + ": lost");
    }
  }

  private void visitPage(long pageId, HeapPage home, HeapRecord record, RecordSink sink) {
    if (!open(pageId, home) || home.kind() != HeapPage.DATA) {
      return;
    }
    for (int slot = 0; slot < home.slotCount(); slot++) {
      if (!home.isUsed(slot)) {
        continue;
      }
      long rid = Rid.of(pageId, slot);
      try {
        if (HeapCell.kind(home.bytes(), home.offset(slot)) == HeapCell.MOVED) {
          visitIfHomeless(home, slot, record, sink);
        } else {
          openedCertain = true;
          if (reader.read(rid, record)) {
            sink.record(record, openedCertain);
          }
        }
      } catch (DamagedStoreException e) {
        losses.add(e.getMessage());
      }
    }
  }

  /**
   * Reports a record that was moved to another page and whose home page is lost. The home page
   * contained the cell that the record's RID names, which pointed to the record's content in a
   * MOVED cell.
   */
  private void visitIfHomeless(HeapPage from, int slot, HeapRecord record, RecordSink sink) {
    int offset = from.offset(slot);
    long home = from.bytes().getLong(offset + HeapCell.AT_FIRST);
    if (home >= 0 && open(Rid.page(home), other)) {
      return; // the home page names this cell, or the record now has another cell
    }
    losses.add("heap record " + home + ": its home is lost, its content is there");
    int head = HeapCell.MOVED_HEAD - HeapCell.BODY_HEAD;
    long id = from.bytes().getLong(offset + HeapCell.AT_MOVED_ID);
    record.show(home, id, from.bytes(), offset + head, from.length(slot) - head);
    sink.record(record, false);
  }

  private boolean isCertain(long pageId) {
    int noted = logged.find(pageId);
    if (changed.isReplayed(noted)) {
      return changed.isCertain(noted, log.lastMissing());
    }
    int image = pages.current(pageId);
    return pages.isConfirmed(pageId, image) && images.version(image) >= log.lastMissing();
  }

  /**
   * Returns whether the log or the free-space map shows that a committed change used a page. Pages
   * of a bulk load can be in the file although the load was never committed.
   */
  private boolean isCommitted(long pageId) {
    if (logged.lastChange(logged.find(pageId)) > 0) {
      return true;
    }
    Map.Entry<Long, Long> load = loaded.floorEntry(pageId);
    if (load != null && pageId < load.getValue()) {
      return true;
    }
    int groupPages = pageSize - HeapPage.HEADER_BYTES;
    long mapPage = pageId / groupPages * groupPages;
    if (mapPage != spacesPage) {
      spacesPage = mapPage;
      hasSpaces = open(mapPage, spaces) && spaces.kind() == HeapPage.FREE_SPACE_MAP;
    }
    int at = HeapPage.HEADER_BYTES + (int) (pageId % groupPages);
    return hasSpaces && spaces.bytes().get(at) != FreeSpaceMap.UNUSED;
  }

  /** Reads the current image of a page. Returns false if there is no such image. */
  private boolean open(long pageId, HeapPage into) {
    int noted = logged.find(pageId);
    if (changed.isReplayed(noted)) {
      return changed.read(noted, into) && into.impossible() == null;
    }
    int image = pages.current(pageId);
    return image != ImageIndex.NONE && read(into, image);
  }

  @Override
  public void close() {
    changed.close();
  }

  /** Reads pages for the record reader, and keeps one of them open at a time. */
  private final class OpenPages implements RecordReader.Source {
    @Override
    public HeapPage open(long pageId) {
      openedCertain &= isCertain(pageId) && isCommitted(pageId);
      return HeapSalvage.this.open(pageId, other) ? other : null;
    }

    @Override
    public void close(HeapPage opened) {
      // the object is used again
    }
  }
}
