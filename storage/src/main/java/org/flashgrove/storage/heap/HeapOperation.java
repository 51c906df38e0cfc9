package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.flashgrove.storage.log.StructureOperation;

/**
 * Changes to a heap file that commit together or not at all; closing it without {@link #commit()}
 * undoes them. Reads inside see its own changes.
 */
public final class HeapOperation extends StructureOperation {
  /** Most bytes of a record's WKB and attributes together. */
  public static final int MAX_RECORD_BYTES = 64 << 20;

  private static final byte[] NO_BYTES = {};

  private final HeapFile file;
  private final StagedPages staged;
  private final FreeSpaceMap spaces;
  private final HeapChanges changes;
  private final RecordReader reader;
  private final int mostInlineBytes;
  private final byte[] cell;

  /** Records that come as whole pages, or null if none did. */
  private HeapLoad load;

  /** Whether a change was begun and not ended: it failed, and half of it is staged. */
  private boolean halfDone;

  HeapOperation(HeapFile file, StagedPages staged, FreeSpaceMap spaces, HeapChanges changes) {
    super(file.store());
    this.file = file;
    this.staged = staged;
    this.spaces = spaces;
    this.changes = changes;
    reader = new RecordReader(new OwnChanges());
    int pageSize = file.pageSize();
    mostInlineBytes = HeapPage.emptyBytes(pageSize) / 2 - HeapPage.SLOT_BYTES;
    cell = new byte[pageSize];
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
    if (HeapCell.INLINE_HEAD + bytes <= mostInlineBytes) {
      rid = insertCell(HeapCell.writeRecord(cell, HeapCell.INLINE, 0, id, wkb, attributes));
    } else {
      // The head of a chain says where it begins, and the chain to which record it belongs.
      rid = insertCell(HeapCell.writeLong(cell, id, HeapCell.BODY_HEAD, 0));
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

  /** Puts the cell that is written into a page with room; returns its RID. */
  private long insertCell(int length) {
    long pageId = spaces.withRoom(HeapPage.taken(length) + HeapPage.SLOT_BYTES);
    HeapPage page;
    if (pageId < 0) {
      pageId = spaces.unused();
      page = staged.format(HeapPage.DATA, pageId);
      note(HeapChanges.FORMAT, page, 0, NO_BYTES, 0, 0);
      spaces.prefer(pageId);
    } else {
      page = staged.change(pageId);
    }
    int slot = page.freeSlot();
    page.put(slot, cell, length);
    int added = HeapCell.isHome(cell[0]) ? 1 : 0;
    note(HeapChanges.INSERT, page, slot, cell, length, added);
    return Rid.of(pageId, slot);
  }

  private void note(int kind, HeapPage page, int slot, byte[] bytes, int length, int recordsAdded) {
    int category = spaces.category(page.freeBytes());
    changes.append(kind, page.pageId(), slot, category, bytes, length);
    spaces.set(page.pageId(), category, recordsAdded);
  }

  private void replace(HeapPage page, int slot, int length) {
    page.put(slot, cell, length);
    note(HeapChanges.REPLACE, page, slot, cell, length, 0);
  }

  private void replaceByChain(long rid, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int bodyBytes = HeapCell.BODY_HEAD + wkb.remaining() + attributes.remaining();
    long first = writeChain(rid, bodyBytes, wkb, attributes);
    HeapPage home = staged.change(Rid.page(rid));
    replace(home, Rid.slot(rid), HeapCell.writeLong(cell, id, bodyBytes, first));
  }

  /** Writes a body to overflow pages and returns the first. */
  private long writeChain(long rid, int bodyBytes, ByteBuffer wkb, ByteBuffer attributes) {
    byte[] body = new byte[bodyBytes];
    HeapCell.writeBody(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN), wkb, attributes);
    int capacity = HeapPage.payloadCapacity(file.pageSize());
    long first = takeOverflowPage();
    long pageId = first;
    for (int sequence = 0; pageId != HeapPage.NO_PAGE; sequence++) {
      int from = sequence * capacity;
      int part = Math.min(capacity, bodyBytes - from);
      long next = from + part < bodyBytes ? takeOverflowPage() : HeapPage.NO_PAGE;
      HeapPage page = staged.format(HeapPage.OVERFLOW, pageId);
      page.overflow(next, rid, sequence, body, from, part);
      noteOverflow(page, part);
      pageId = next;
    }
    return first;
  }

  private long takeOverflowPage() {
    long pageId = spaces.unused();
    spaces.set(pageId, FreeSpaceMap.OTHER, 0);
    return pageId;
  }

  private void noteOverflow(HeapPage page, int part) {
    byte[] record = new byte[HeapFile.OVERFLOW_HEAD + part];
    ByteBuffer.wrap(record)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(page.next())
        .putLong(page.owner())
        .putLong(page.sequence());
    page.bytes().get(HeapPage.HEADER_BYTES, record, HeapFile.OVERFLOW_HEAD, part);
    changes.append(
        HeapChanges.OVERFLOW, page.pageId(), 0, FreeSpaceMap.OTHER, record, record.length);
  }

  private void freePage(long pageId) {
    staged.format(HeapPage.FREE, pageId);
    changes.append(HeapChanges.FREE, pageId, 0, FreeSpaceMap.UNUSED, NO_BYTES, 0);
    spaces.set(pageId, FreeSpaceMap.UNUSED, 0);
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
    long forward = freeChain(page, slot, rid);
    if (HeapCell.INLINE_HEAD + bytes > mostInlineBytes) {
      removeMoved(forward, rid);
      replaceByChain(rid, id, wkb, attributes);
    } else if (page.hasRoom(slot, HeapCell.INLINE_HEAD + bytes)) {
      removeMoved(forward, rid);
      int length = HeapCell.writeRecord(cell, HeapCell.INLINE, 0, id, wkb, attributes);
      replace(page, slot, length);
    } else {
      move(rid, forward, id, wkb, attributes);
    }
    halfDone = false;
    return true;
  }

  /** Puts a record that its home page has no room for into another, or keeps it in the other. */
  private void move(long rid, long forward, long id, ByteBuffer wkb, ByteBuffer attributes) {
    int length = HeapCell.writeRecord(cell, HeapCell.MOVED, rid, id, wkb, attributes);
    if (forward >= 0) {
      HeapPage page = moved(forward, rid);
      if (page.hasRoom(Rid.slot(forward), length)) {
        replace(page, Rid.slot(forward), length);
        return;
      }
      removeMoved(forward, rid);
    }
    long target = insertCell(length);
    HeapPage home = staged.change(Rid.page(rid));
    replace(home, Rid.slot(rid), HeapCell.writeForward(cell, target));
  }

  /** Frees the overflow pages of a LONG cell; the RID a FORWARD cell leads to, or -1. */
  private long freeChain(HeapPage page, int slot, long rid) {
    ByteBuffer bytes = page.bytes();
    int offset = page.offset(slot);
    switch (HeapCell.kind(bytes, offset)) {
      case HeapCell.FORWARD:
        return bytes.getLong(offset + HeapCell.AT_FIRST);
      case HeapCell.LONG:
        int left = bytes.getInt(offset + HeapCell.AT_BODY_BYTES);
        long pageId = bytes.getLong(offset + HeapCell.AT_FIRST_PAGE);
        int capacity = HeapPage.payloadCapacity(file.pageSize());
        for (int sequence = 0; left > 0; sequence++) {
          int part = Math.min(capacity, left);
          if (spaces.categoryOf(pageId) != FreeSpaceMap.OTHER) {
            throw RecordReader.damaged(rid, "overflow chain leads to page " + pageId);
          }
          HeapPage link = staged.change(pageId);
          RecordReader.requireLink(link, rid, sequence, part);
          long next = link.next();
          freePage(pageId);
          pageId = next;
          left -= part;
        }
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
    note(kind, page, slot, NO_BYTES, 0, recordsAdded);
    if (page.cellCount() == 0) {
      freePage(page.pageId());
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
    halfDone = false;
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
          file.giveUpUnused();
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
