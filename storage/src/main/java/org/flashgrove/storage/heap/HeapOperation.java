package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.storage.heap.page.FreeSpaceMap;
import org.flashgrove.storage.heap.page.HeapCell;
import org.flashgrove.storage.heap.page.HeapPage;
import org.flashgrove.storage.heap.page.HeapRecord;
import org.flashgrove.storage.heap.page.RecordReader;
import org.flashgrove.storage.heap.page.Rid;
import org.flashgrove.storage.log.StructureOperation;

/**
 * Changes to a heap file that commit together or not at all; closing it without {@link #commit()}
 * undoes them. Reads inside see its own changes.
 */
public final class HeapOperation extends StructureOperation {
  /** Most bytes of a record's WKB and attributes together. */
  public static final int MAX_RECORD_BYTES = 64 << 20;

  /** Most moved records without room at home that a change of a page looks at. */
  private static final int MOST_LOOKS = 4;

  private final HeapFile file;
  private final StagedPages staged;
  private final FreeSpaceMap spaces;
  private final HeapChanges changes;
  private final OverflowChains chains;
  private final RecordReader reader;
  private final int mostInlineBytes;
  private final HeapRecord movedRecord = new HeapRecord();

  /** Records that come as whole pages, or null if none did. */
  private HeapLoad load;

  /** True if a change failed halfway, so that part of it is staged. */
  private boolean halfDone;

  HeapOperation(HeapFile file, StagedPages staged, FreeSpaceMap spaces, HeapChanges changes) {
    super(file.store());
    this.file = file;
    this.staged = staged;
    this.spaces = spaces;
    this.changes = changes;
    chains = new OverflowChains(file.pageSize(), staged, spaces, changes);
    reader = new RecordReader(new OwnChanges());
    int pageSize = file.pageSize();
    mostInlineBytes = HeapPage.emptyBytes(pageSize) / 2 - HeapPage.SLOT_BYTES;
  }

  void start() {
    open();
    halfDone = false;
    load = null;
    changes.clear();
  }

  @Override
  protected void requireChangeable() {
    super.requireChangeable();
    if (halfDone) {
      throw new IllegalStateException("a change of the operation failed (allowed: close)");
    }
  }

  @Override
  protected long stagedWords() {
    return changes.length();
  }

  private static int requireBody(ByteBuffer wkb, ByteBuffer attributes) {
    long bytes = (long) wkb.remaining() + attributes.remaining();
    if (bytes > MAX_RECORD_BYTES) {
      throw new IllegalArgumentException(
          "record of " + bytes + " bytes (allowed: at most " + MAX_RECORD_BYTES + ")");
    }
    return (int) bytes;
  }

  /**
   * Inserts a record.
   *
   * @param id any number; several records may have the same
   * @param wkb geometry, from position to limit; not changed
   * @param attributes bytes of the application, likewise
   * @return the record's RID, which stays the same until the record is deleted
   */
  public long insert(long id, ByteBuffer wkb, ByteBuffer attributes) {
    requireSinglePages();
    int bytes = requireBody(wkb, attributes);
    halfDone = true;
    long rid;
    int length = HeapCell.INLINE_HEAD + bytes;
    if (length <= mostInlineBytes) {
      HeapPage page = pageWithRoom(length);
      int slot = page.freeSlot();
      HeapCell.writeInline(page.bytes(), page.reserve(slot, length), id, wkb, attributes);
      rid = inserted(page, slot, 1);
    } else {
      // The head of a chain says where it begins, and the chain to which record it belongs.
      HeapPage page = pageWithRoom(HeapCell.LONG_BYTES);
      int slot = page.freeSlot();
      int offset = page.reserve(slot, HeapCell.LONG_BYTES);
      HeapCell.writeLong(page.bytes(), offset, id, HeapCell.BODY_HEAD, 0);
      rid = inserted(page, slot, 1);
      replaceByChain(rid, id, wkb, attributes);
    }
    halfDone = false;
    return rid;
  }

  /**
   * Appends a record to a file that was empty when the operation began, as {@link #insert} would
   * but with whole pages, past the buffer and past the log of records. An operation that has
   * appended one can do nothing but append others, commit and close.
   *
   * @return the record's RID; in ascending order
   * @throws IllegalStateException if the file is not empty, or something else was changed
   */
  public long append(long id, ByteBuffer wkb, ByteBuffer attributes) {
    requireChangeable();
    requireBody(wkb, attributes);
    if (load == null) {
      if (spaces.records() > 0 || !changes.isEmpty()) {
        throw new IllegalStateException(
            "whole pages for a file of "
                + spaces.records()
                + " records (allowed: an empty one, in an operation of their own)");
      }
      load = new HeapLoad(file, spaces, changes, mostInlineBytes);
    }
    halfDone = true;
    long rid = load.insert(id, wkb, attributes);
    halfDone = false;
    return rid;
  }

  /** Returns whether pages were written whole, which must be durable before the log says so. */
  boolean hasSealedPages() {
    return load != null;
  }

  private void requireSinglePages() {
    requireChangeable();
    if (load != null) {
      throw new IllegalStateException(
          "the operation appends whole pages (allowed: append, commit)");
    }
  }

  /** Returns a page with room for another cell. */
  private HeapPage pageWithRoom(int length) {
    long pageId = spaces.withRoom(HeapPage.taken(length) + HeapPage.SLOT_BYTES);
    if (pageId >= 0) {
      return staged.change(pageId);
    }
    pageId = spaces.unused();
    HeapPage page = staged.format(HeapPage.DATA, pageId);
    note(HeapChanges.FORMAT, page, 0, 0);
    spaces.prefer(pageId);
    return page;
  }

  /** Notes a cell that was written into a slot; returns its RID. */
  private long inserted(HeapPage page, int slot, int recordsAdded) {
    noteCell(HeapChanges.INSERT, page, slot, recordsAdded);
    return Rid.of(page.pageId(), slot);
  }

  private void replaced(HeapPage page, int slot) {
    noteCell(HeapChanges.REPLACE, page, slot, 0);
  }

  /** Notes a change that leaves a cell in a slot. */
  private void noteCell(int kind, HeapPage page, int slot, int recordsAdded) {
    int category = spaces.category(page.freeBytes());
    changes.append(
        kind, page.pageId(), slot, category, page.bytes(), page.offset(slot), page.length(slot));
    spaces.set(page.pageId(), category, recordsAdded);
  }

  /** Notes a change that leaves none. */
  private void note(int kind, HeapPage page, int slot, int recordsAdded) {
    int category = spaces.category(page.freeBytes());
    changes.append(kind, page.pageId(), slot, category);
    spaces.set(page.pageId(), category, recordsAdded);
  }

  private void replaceByChain(long rid, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int bodyBytes = HeapCell.bodyBytes(wkb, attributes);
    long first = chains.write(rid, bodyBytes, wkb, attributes);
    HeapPage home = staged.change(Rid.page(rid));
    int offset = home.reserve(Rid.slot(rid), HeapCell.LONG_BYTES);
    HeapCell.writeLong(home.bytes(), offset, id, bodyBytes, first);
    replaced(home, Rid.slot(rid));
  }

  /** Returns the page of a record's home cell for changes, or null if there is no such record. */
  private HeapPage home(long rid) {
    long pageId = Rid.page(rid);
    if (rid < 0 || !FreeSpaceMap.isData(spaces.categoryOf(pageId))) {
      return null;
    }
    HeapPage page = staged.change(pageId);
    int slot = Rid.slot(rid);
    boolean there =
        page.kind() == HeapPage.DATA
            && page.isUsed(slot)
            && HeapCell.isHome(HeapCell.kind(page.bytes(), page.offset(slot)));
    return there ? page : null;
  }

  /**
   * Replaces a record's content; its RID stays.
   *
   * @return whether there is such a record
   */
  public boolean update(long rid, long id, ByteBuffer wkb, ByteBuffer attributes) {
    requireSinglePages();
    int bytes = requireBody(wkb, attributes);
    HeapPage page = home(rid);
    if (page == null) {
      return false;
    }
    halfDone = true;
    int slot = Rid.slot(rid);
    int freeBefore = page.freeBytes();
    long forward = freeChain(page, slot, rid);
    if (HeapCell.INLINE_HEAD + bytes > mostInlineBytes) {
      removeMoved(forward, rid);
      replaceByChain(rid, id, wkb, attributes);
    } else if (page.hasRoom(slot, HeapCell.INLINE_HEAD + bytes)) {
      removeMoved(forward, rid);
      int offset = page.reserve(slot, HeapCell.INLINE_HEAD + bytes);
      HeapCell.writeInline(page.bytes(), offset, id, wkb, attributes);
      replaced(page, slot);
    } else {
      move(rid, forward, id, wkb, attributes);
    }
    if (forward >= 0 || page.freeBytes() > freeBefore) {
      bringHome(page, forward);
    }
    halfDone = false;
    return true;
  }

  /** Puts a record that its home page has no room for into another, or keeps it in the other. */
  private void move(long rid, long forward, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int length = HeapCell.MOVED_HEAD + wkb.remaining() + attributes.remaining();
    if (forward >= 0) {
      HeapPage page = moved(forward, rid);
      int slot = Rid.slot(forward);
      if (page.hasRoom(slot, length)) {
        HeapCell.writeMoved(page.bytes(), page.reserve(slot, length), rid, id, wkb, attributes);
        replaced(page, slot);
        return;
      }
      removeMoved(forward, rid);
    }
    HeapPage page = pageWithRoom(length);
    int slot = page.freeSlot();
    HeapCell.writeMoved(page.bytes(), page.reserve(slot, length), rid, id, wkb, attributes);
    long target = inserted(page, slot, 0);
    HeapPage home = staged.change(Rid.page(rid));
    int offset = home.reserve(Rid.slot(rid), HeapCell.FORWARD_BYTES);
    HeapCell.writeForward(home.bytes(), offset, target);
    replaced(home, Rid.slot(rid));
  }

  /** Frees the overflow pages of a LONG cell; the RID a FORWARD cell leads to, or -1. */
  private long freeChain(HeapPage page, int slot, long rid) {
    ByteBuffer bytes = page.bytes();
    int offset = page.offset(slot);
    switch (HeapCell.kind(bytes, offset)) {
      case HeapCell.FORWARD:
        return bytes.getLong(offset + HeapCell.AT_FIRST);
      case HeapCell.LONG:
        chains.free(bytes, offset, rid);
        return -1;
      default:
        return -1;
    }
  }

  /** Returns the page of a record's MOVED cell for changes. */
  private HeapPage moved(long target, long rid) {
    long pageId = Rid.page(target);
    HeapPage page = FreeSpaceMap.isData(spaces.categoryOf(pageId)) ? staged.change(pageId) : null;
    if (page == null || !RecordReader.isMoved(page, Rid.slot(target), rid)) {
      throw RecordReader.damaged(rid, "forward to " + target + ", where the record is not");
    }
    return page;
  }

  private void removeMoved(long target, long rid) {
    if (target >= 0) {
      remove(moved(target, rid), Rid.slot(target), HeapChanges.REMOVE_MOVED, 0);
    }
  }

  private void remove(HeapPage page, int slot, int kind, int recordsAdded) {
    page.remove(slot);
    note(kind, page, slot, recordsAdded);
    if (page.cellCount() == 0) {
      chains.freePage(page.pageId());
    }
  }

  /**
   * Deletes a record. Its RID may be given to a later one.
   *
   * @return whether there was such a record
   */
  public boolean delete(long rid) {
    requireSinglePages();
    HeapPage page = home(rid);
    if (page == null) {
      return false;
    }
    halfDone = true;
    long forward = freeChain(page, Rid.slot(rid), rid);
    removeMoved(forward, rid);
    remove(page, Rid.slot(rid), HeapChanges.REMOVE, -1);
    bringHome(page, forward);
    halfDone = false;
    return true;
  }

  /**
   * Puts moved records of pages that got room back into these pages. A table under changes would
   * otherwise collect forwards: they take room, and a read more.
   *
   * @param page a page with a changed cell
   * @param forward RID of a MOVED cell that may have been removed, or -1
   */
  private void bringHome(HeapPage page, long forward) {
    bringHome(page);
    long pageId = forward < 0 ? page.pageId() : Rid.page(forward);
    if (pageId != page.pageId() && FreeSpaceMap.isData(spaces.categoryOf(pageId))) {
      bringHome(staged.change(pageId));
    }
  }

  private void bringHome(HeapPage home) {
    int looks = MOST_LOOKS; // each may read a page in vain
    for (int slot = 0; slot < home.slotCount() && looks > 0; slot++) {
      boolean isForward =
          home.isUsed(slot) && HeapCell.kind(home.bytes(), home.offset(slot)) == HeapCell.FORWARD;
      if (isForward && !bringHome(home, slot)) {
        looks--;
      }
    }
  }

  private boolean bringHome(HeapPage home, int slot) {
    long rid = Rid.of(home.pageId(), slot);
    long target = home.bytes().getLong(home.offset(slot) + HeapCell.AT_FIRST);
    try {
      reader.read(rid, movedRecord);
    } catch (DamagedStoreException e) {
      return false; // whoever asks for that record hears of it
    }
    ByteBuffer wkb = movedRecord.wkb();
    ByteBuffer attributes = movedRecord.attributes();
    int length = HeapCell.INLINE_HEAD + wkb.remaining() + attributes.remaining();
    if (!home.hasRoom(slot, length)) {
      return false;
    }
    int offset = home.reserve(slot, length);
    HeapCell.writeInline(home.bytes(), offset, movedRecord.id(), wkb, attributes);
    replaced(home, slot);
    removeMoved(target, rid);
    return true;
  }

  /**
   * Reads a record with this operation's changes.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    requireSinglePages();
    return reader.read(rid, into);
  }

  /** Returns the number of records with this operation's changes. */
  public long size() {
    return spaces.records();
  }

  /** Makes the changes those of the file: the log frame first, then the pages. */
  public void commit() {
    requireChangeable();
    requireNoBatch();
    prepare();
    if (changes.isEmpty()) {
      seal();
      file.abandon();
    } else {
      file.commit();
    }
  }

  /** Writes the last of the pages that are written whole. */
  @Override
  protected void prepare() {
    if (load != null && isStaging()) {
      halfDone = true;
      load.finish();
      halfDone = false;
    }
  }

  @Override
  public void close() {
    if (end()) {
      if (!isCommitted()) {
        file.abandon();
        if (load != null) {
          file.writes().giveUpUnused();
        }
      }
    }
  }

  /** The file's pages as this operation has changed them. */
  private final class OwnChanges implements RecordReader.Source {
    @Override
    public HeapPage open(long pageId) {
      return staged.contains(pageId)
          ? staged.get(pageId)
          : file.images().open(pageId, HeapFile.NEWEST);
    }

    @Override
    public void close(HeapPage page) {
      if (!staged.contains(page.pageId()) || staged.get(page.pageId()) != page) {
        file.images().close(page);
      }
    }
  }
}
