package org.flashgrove.storage.heap;

import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.LogSalvage;
import org.flashgrove.storage.file.StoreDirectory;
import org.flashgrove.storage.log.SalvagedLog;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.page.PageChecksum;
import org.flashgrove.storage.page.SlotReader;
import org.flashgrove.storage.placement.ImageIndex;
import org.flashgrove.storage.placement.MapSalvage;
import org.flashgrove.storage.placement.PageMap;

/**
 * Finds the records of a heap file whose store is damaged. It looks through all slots for images of
 * heap pages that verify. The page map and the log show which of them are current; the log's
 * changes are applied to them in a scratch file.
 *
 * <p>A record is certain if the page map or a move names the images of its pages and these are
 * there, and no frame is missing that could have changed them. Every other record is uncertain: it
 * may be out of date, or deleted.
 *
 * <p>Memory: some 40 bytes a slot and a page that the log changes, and a few pages.
 */
public final class HeapSalvage implements AutoCloseable {
  private final SlotReader slots;
  private final SalvagedLog log;
  private final int structure;
  private final long storeTag;
  private final Consumer<String> losses;
  private final ImageIndex images = new ImageIndex();
  private final MapSalvage map;
  private final ChangedPages changed;
  private final HeapPage page;
  private final HeapPage other;
  private final HeapPage spaces;

  /** First and last page, exclusive, of what committed loads wrote as whole pages. */
  private final TreeMap<Long, Long> loaded = new TreeMap<>();

  private final RecordReader reader = new RecordReader(new Pages());
  private long spacesPage = -1;
  private boolean hasSpaces;
  private boolean openedCertain;
  private long unknownPages;
  private long unreadablePages;

  /** Receives records. */
  @FunctionalInterface
  public interface RecordSink {
    /**
     * Receives a record, which is valid during the call only.
     *
     * @param certain whether the newest commit holds it as it is
     */
    void record(HeapRecord record, boolean certain);
  }

  /**
   * Creates a salvage of one heap file.
   *
   * @param slots the slots of the store
   * @param log what is left of the log, or null if there is none
   * @param structure number of the heap file in the store
   * @param scratch where a file for the pages goes that the log changes; deleted when closed
   * @param losses receives a line for each loss
   */
  public HeapSalvage(
      SlotReader slots,
      LogSalvage log,
      int structure,
      long storeTag,
      StoreDirectory scratch,
      Consumer<String> losses) {
    this.slots = slots;
    this.log = new SalvagedLog(log, losses);
    this.structure = structure;
    this.storeTag = storeTag;
    this.losses = losses;
    map = new MapSalvage(slots, structure, storeTag);
    changed = new ChangedPages(scratch, slots.pageSize());
    page = newPage();
    other = newPage();
    spaces = newPage();
  }

  private HeapPage newPage() {
    return new HeapPage(AlignedBuffers.allocate(slots.pageSize()).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Looks through pages and log. Call it before any other method. */
  public void look() {
    for (long slot = 0; slot < slots.count(); slot++) {
      look(slot);
    }
    map.settle(log.newestBarrier());
    map.reportLosses(losses);
    log.findState(map.sequence());
    log.reportLosses(false, images, map);
    log.visit(this::note);
    changed.prepare(this::base);
    log.visit(this::replay);
    changed.finish();
  }

  private void look(long slot) {
    if (!slots.read(slot, page.bytes())) {
      lost(slot, "cannot be read whole");
    } else if (isBlank()) {
      return; // never written
    } else if (!PageChecksum.matches(page.bytes())) {
      lost(slot, "checksum does not match");
    } else if (!HeapPage.startsAt(page.bytes(), 0)) {
      map.offer(slot, page.bytes());
    } else if (isSound()) {
      images.add(page.pageId(), page.version(), slot, page.storedChecksum(), page.kind());
    } else {
      lost(slot, "a heap page of another store, or an impossible one");
    }
  }

  private boolean isBlank() {
    for (int at = 0; at < page.pageSize(); at += Long.BYTES) {
      if (page.bytes().getLong(at) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isSound() {
    return page.pageId() >= 0
        && page.isSealed(page.pageId(), storeTag, page.storedChecksum())
        && page.impossible() == null;
  }

  private void lost(long slot, String cause) {
    unreadablePages++;
    unknownPages += slot < MapSalvage.SUPERBLOCKS ? 0 : 1;
    losses.accept("page " + slot + ": " + cause);
  }

  /** Notes which pages a frame moves and changes. */
  private void note(long frame, int type, long[] words, int length) {
    try {
      if (type == StoreLog.MOVE) {
        StoreLog.visitMoves(frame, words, length, this::move);
      }
      StoreLog.visitSections(
          structure,
          frame,
          type,
          words,
          length,
          (number, kind, content, size) -> {
            if (kind == StoreLog.HEAP) {
              HeapChanges.decode(
                  content,
                  size,
                  slots.pageSize(),
                  (change, pageId, slot, category, bytes, count) ->
                      note(number, change, pageId, count));
            }
          });
    } catch (DamagedStoreException e) {
      log.miss(frame);
      losses.accept("log, frame " + frame + ": " + e.getMessage());
    }
  }

  private void note(long frame, int kind, long pageId, int length) {
    if (kind == HeapChanges.SEALED) {
      loaded.put(pageId, pageId + length - Long.BYTES);
    } else {
      changed.note(pageId).lastChange(frame);
    }
  }

  private void move(long frame, long ofStructure, long pageId, long place, long version) {
    if (ofStructure != structure || !log.isNewer(frame, pageId, map)) {
      return;
    }
    int image =
        PageMap.isStored(place)
            ? images.find(pageId, PageMap.slot(place), PageMap.checksum(place))
            : ImageIndex.NONE;
    if (image != ImageIndex.NONE || place == PageMap.DELETED) {
      changed.note(pageId).moved(image, place == PageMap.DELETED);
    }
  }

  /**
   * Returns the image that a page's later changes are applied to, in {@link #page}; null if none.
   */
  private HeapPage base(long pageId, long lastChange) {
    int image = image(pageId);
    boolean replayed = lastChange > images.version(image);
    changed.base(images.version(image), replayed, isConfirmed(pageId, image));
    return replayed && image != ImageIndex.NONE && read(page, image) ? page : null;
  }

  private boolean read(HeapPage into, int image) {
    return slots.read(images.slot(image), into.bytes())
        && into.isSealed(images.pageId(image), storeTag, into.storedChecksum());
  }

  /** Returns the current image of a page as far as it is known, or {@link ImageIndex#NONE}. */
  private int image(long pageId) {
    int noted = changed.find(pageId);
    if (changed.isMovedAway(noted)) {
      return ImageIndex.NONE;
    }
    long place = map.place(pageId);
    if (place == PageMap.DELETED && changed.movedTo(noted) == ImageIndex.NONE) {
      return ImageIndex.NONE;
    }
    int mapped =
        PageMap.isStored(place)
            ? images.find(pageId, PageMap.slot(place), PageMap.checksum(place))
            : ImageIndex.NONE;
    int moved = changed.movedTo(noted);
    int best = images.version(moved) >= images.version(mapped) ? moved : mapped;
    return best == ImageIndex.NONE
        ? images.newest(pageId, log.newestFrame() == 0 ? Long.MAX_VALUE : log.newestFrame())
        : best;
  }

  private boolean isConfirmed(long pageId, int image) {
    if (image == ImageIndex.NONE) {
      return false;
    }
    long place = map.place(pageId);
    boolean isMapped =
        PageMap.isStored(place)
            && image == images.find(pageId, PageMap.slot(place), PageMap.checksum(place))
            && (map.isConfirmed(pageId) || unknownPages == 0);
    return isMapped || image == changed.movedTo(changed.find(pageId));
  }

  private void replay(long frame, int type, long[] words, int length) {
    try {
      StoreLog.visitSections(
          structure,
          frame,
          type,
          words,
          length,
          (number, kind, content, size) -> {
            if (kind == StoreLog.HEAP) {
              HeapChanges.decode(
                  content,
                  size,
                  slots.pageSize(),
                  (change, pageId, slot, category, bytes, count) ->
                      replay(number, change, pageId, slot, bytes, count));
            }
          });
    } catch (DamagedStoreException e) {
      return; // noted when the log was looked through
    }
  }

  private void replay(long frame, int kind, long pageId, int slot, byte[] bytes, int length) {
    if (kind == HeapChanges.SEALED || !changed.wants(pageId, frame)) {
      return;
    }
    try {
      LoggedChange.apply(changed, frame, kind, pageId, slot, bytes, length);
      changed.applied(pageId, frame);
    } catch (DamagedStoreException e) {
      changed.giveUp(pageId, frame);
      losses.accept(e.getMessage());
    }
  }

  /** Visits all records that can be read whole, in no particular order. */
  public void records(RecordSink sink) {
    HeapRecord record = new HeapRecord();
    HeapPage home = newPage();
    for (int i = 0; i < images.count(); i++) {
      long pageId = images.pageId(i);
      if (images.isFirst(i) && changed.find(pageId) == ChangedPages.NONE) {
        visitPage(pageId, home, record, sink);
      }
    }
    for (int i = 0; i < changed.count(); i++) {
      visitPage(changed.pageId(i), home, record, sink);
    }
    map.forEachStored(this::noteIfLost);
  }

  private void noteIfLost(long pageId) {
    if (changed.find(pageId) == ChangedPages.NONE && image(pageId) == ImageIndex.NONE) {
      losses.accept("heap page " + pageId + ": lost");
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
        losses.accept(e.getMessage());
      }
    }
  }

  /** Reports a record whose home cell is lost and which only its moved cell shows. */
  private void visitIfHomeless(HeapPage from, int slot, HeapRecord record, RecordSink sink) {
    int offset = from.offset(slot);
    long home = from.bytes().getLong(offset + HeapCell.AT_FIRST);
    if (home >= 0 && open(Rid.page(home), other)) {
      return; // the home is there: it names the cell, or the record has another by now
    }
    losses.accept("heap record " + home + ": its home is lost, its content is there");
    int head = HeapCell.MOVED_HEAD - HeapCell.BODY_HEAD;
    long id = from.bytes().getLong(offset + HeapCell.AT_MOVED_ID);
    record.show(home, id, from.bytes(), offset + head, from.length(slot) - head);
    sink.record(record, false);
  }

  private boolean isCertain(long pageId) {
    int noted = changed.find(pageId);
    if (noted != ChangedPages.NONE && changed.isReplayed(noted)) {
      return changed.isCertain(noted, log.lastMissing());
    }
    int image = image(pageId);
    return isConfirmed(pageId, image) && images.version(image) >= log.lastMissing();
  }

  /**
   * Returns whether the log or the free-space map shows that a commit used a page: pages of a load
   * may be in the file although it was never committed.
   */
  private boolean isCommitted(long pageId) {
    int noted = changed.find(pageId);
    if (noted != ChangedPages.NONE && changed.isChanged(noted)) {
      return true;
    }
    Map.Entry<Long, Long> load = loaded.floorEntry(pageId);
    if (load != null && pageId < load.getValue()) {
      return true;
    }
    int groupPages = slots.pageSize() - HeapPage.HEADER_BYTES;
    long mapPage = pageId / groupPages * groupPages;
    if (mapPage != spacesPage) {
      spacesPage = mapPage;
      hasSpaces = open(mapPage, spaces) && spaces.kind() == HeapPage.FREE_SPACE_MAP;
    }
    int at = HeapPage.HEADER_BYTES + (int) (pageId % groupPages);
    return hasSpaces && spaces.bytes().get(at) != FreeSpaceMap.UNUSED;
  }

  /** Reads the current image of a page; returns whether there is one. */
  private boolean open(long pageId, HeapPage into) {
    int noted = changed.find(pageId);
    if (noted != ChangedPages.NONE && changed.isReplayed(noted)) {
      return changed.read(noted, into) && into.impossible() == null;
    }
    int image = image(pageId);
    return image != ImageIndex.NONE && read(into, image);
  }

  /** Returns the number of slots that hold nothing sound, or cannot be read. */
  public long unreadablePages() {
    return unreadablePages;
  }

  /** Returns whether anything was found: an image of a page, or a frame. */
  public boolean foundAnything() {
    return images.count() > 0 || log.holdsAny();
  }

  @Override
  public void close() {
    changed.close();
  }

  /** Pages for the reader of records: one open at a time. */
  private final class Pages implements RecordReader.Source {
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
