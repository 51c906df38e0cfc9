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
 * A set of changes to a heap file that commits atomically. Closing the operation without {@link
 * #commit()} rolls it back. Reads through the operation see its own changes.
 */
public final class HeapOperation extends StructureOperation {
  /** Maximum number of bytes of a record's WKB and attributes together. */
  public static final int MAX_RECORD_BYTES = 64 << 20;

  /**
   * Maximum number of failed attempts to move records back to one page. After that many records did
   * not fit, no other record of the page is tried.
   */
  private static final int MOST_LOOKS = 4;

  private final HeapFile file;
  private final StagedPages staged;
  private final FreeSpaceMap spaces;
  private final HeapChanges changes;
  private final OverflowChains chains;
  private final RecordReader reader;
  private final int mostInlineBytes;
  private final HeapRecord movedRecord = new HeapRecord();

  /** The bulk load of this operation, or null. */
  private HeapLoad load;

  /** True if a change failed halfway, so that the operation cannot be committed. */
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
      throw new IllegalStateException("operation: a change failed; close it and begin another");
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
   * @param id any number; need not be unique
   * @param wkb geometry, from position to limit; not modified
   * @param attributes attribute bytes, from position to limit; not modified
   * @return the record's RID, which is valid until the record is deleted
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
      // The cell contains the first page of the chain, and the chain contains the record's RID.
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
   * Appends a record to a file that was empty when the operation started. Unlike {@link #insert},
   * it writes whole pages directly to the device and logs no cells. After the first append, the
   * operation accepts only further appends, a commit, or closing.
   *
   * @return the record's RID, which is greater than the RID of each record appended before
   * @throws IllegalStateException if the file is not empty, or the operation has made other changes
   */
  public long append(long id, ByteBuffer wkb, ByteBuffer attributes) {
    requireChangeable();
    requireBody(wkb, attributes);
    if (load == null) {
      beginLoad();
    }
    halfDone = true;
    long rid = load.insert(id, wkb, attributes);
    halfDone = false;
    return rid;
  }

  /** Begins a bulk load, as the first {@link #append} does, which is then compiled without it. */
  public void beginLoad() {
    requireSinglePages();
    load = new HeapLoad(file, spaces, changes, mostInlineBytes);
  }

  /** Returns whether this operation wrote pages directly to the device; a commit syncs them. */
  boolean hasSealedPages() {
    return load != null;
  }

  private void requireSinglePages() {
    requireChangeable();
    if (load != null) {
      throw new IllegalStateException("operation: appends whole pages; call append or commit");
    }
  }

  /** Returns an image, for changes, of a data page with room for a cell of {@code length} bytes. */
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

  /** Adds the log record of a cell that was written into an unused slot. Returns the cell's RID. */
  private long inserted(HeapPage page, int slot, int recordsAdded) {
    noteCell(HeapChanges.INSERT, page, slot, recordsAdded);
    return Rid.of(page.pageId(), slot);
  }

  private void replaced(HeapPage page, int slot) {
    noteCell(HeapChanges.REPLACE, page, slot, 0);
  }

  /** Adds the log record of a change that has written a cell into a slot. */
  private void noteCell(int kind, HeapPage page, int slot, int recordsAdded) {
    int category = spaces.category(page.freeBytes());
    changes.appendCell(kind, page, slot, category);
    spaces.set(page.pageId(), category, recordsAdded);
  }

  /** Adds the log record of a change after which the slot has no cell. */
  private void note(int kind, HeapPage page, int slot, int recordsAdded) {
    int category = spaces.category(page.freeBytes());
    long pageId = page.pageId();
    changes.append(kind, pageId, slot, category);
    spaces.set(pageId, category, recordsAdded);
  }

  private void replaceByChain(long rid, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int bodyBytes = HeapCell.bodyBytes(wkb, attributes);
    long first = chains.write(rid, bodyBytes, wkb, attributes);
    HeapPage home = staged.change(Rid.page(rid));
    int offset = home.reserve(Rid.slot(rid), HeapCell.LONG_BYTES);
    HeapCell.writeLong(home.bytes(), offset, id, bodyBytes, first);
    replaced(home, Rid.slot(rid));
  }

  /** Returns a changeable image of a record's home page, or null if the record does not exist. */
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
   * Replaces a record's content. The record keeps its RID.
   *
   * @return whether the record exists
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

  /** Writes a record to a MOVED cell. {@code forward} refers to its old MOVED cell, -1 if none. */
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

  /**
   * Frees the overflow pages of a LONG cell. Returns the target RID of a FORWARD cell, or -1 for
   * other cells.
   */
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

  /** Returns a changeable image of the page that contains a record's MOVED cell. */
  private HeapPage moved(long target, long rid) {
    long pageId = Rid.page(target);
    HeapPage page = FreeSpaceMap.isData(spaces.categoryOf(pageId)) ? staged.change(pageId) : null;
    if (page == null || !RecordReader.isMoved(page, Rid.slot(target), rid)) {
      throw RecordReader.damaged(rid, "refers to " + target + ", which lacks the record");
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
   * Deletes a record. Its RID may be reused for a later record.
   *
   * @return whether the record existed
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
   * Moves records back to their home pages if these pages have room again. Otherwise the FORWARD
   * cells of a table with many updates would accumulate, and each costs space and a page read.
   *
   * @param page a page with a changed cell
   * @param forward RID of the MOVED cell that may have been removed from its page, or -1 for none
   */
  private void bringHome(HeapPage page, long forward) {
    bringHome(page);
    long pageId = forward < 0 ? page.pageId() : Rid.page(forward);
    if (pageId != page.pageId() && FreeSpaceMap.isData(spaces.categoryOf(pageId))) {
      bringHome(staged.change(pageId));
    }
  }

  private void bringHome(HeapPage home) {
    int looks = MOST_LOOKS; // each failed attempt may have read a page
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
      return false; // a reader of that record gets the exception
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
   * Reads a record, including this operation's changes.
   *
   * @return whether the record exists
   */
  public boolean get(long rid, HeapRecord into) {
    requireSinglePages();
    return reader.read(rid, into);
  }

  /** Returns the number of records, including this operation's changes. */
  public long size() {
    return spaces.records();
  }

  /** Commits the changes: appends the log frame and then publishes the pages. */
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

  /** If the operation is a bulk load, writes the last pages. */
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

  /** Gives access to the file's pages as this operation sees them, with its own changes. */
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
