package org.flashgrove.storage.heap.page;

import java.nio.ByteBuffer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.page.PinnedImage;
import org.flashgrove.storage.page.PageChecksum;

/**
 * Page of a heap file, read and changed in place in off-heap memory.
 *
 * <p>Layout, little endian; {@code docs/format/heap.md} describes the same layout:
 *
 * <pre>
 * offset  bytes  field
 *      0      4  magic
 *      4      2  format version
 *      6      2  kind: 1 data, 2 overflow, 3 free-space map
 *      8      4  count: slots of a data page, payload bytes of an overflow page
 *     12      4  CRC-32C of the page with this field zero
 *     16      8  page id
 *     24      8  version: number of the newest log frame contained
 *     32      8  store tag
 *     40      4  data: end of the cells          8  overflow: next page or -1   8  map: records
 *     44      4  data: bytes in holes
 *     48      4  data: cells                     8  overflow: RID of the record
 *     56                                         4  overflow: number in its chain
 *     64         data: cells upwards; 4 bytes a slot {offset, length} downwards from the page's end
 * </pre>
 *
 * <p>A cell takes at least {@value #LEAST_CELL_BYTES} bytes, so that it can always be replaced by a
 * FORWARD cell or a LONG cell. Cells never overlap. Deleted and moved cells leave holes, which
 * {@link #put} closes when it needs the space.
 */
public final class HeapPage extends PinnedImage {
  /** Page format version that this class writes, and the newest version that it can read. */
  static final int FORMAT_VERSION = 1;

  public static final int HEADER_BYTES = 64;
  static final int LEAST_CELL_BYTES = 24;
  public static final int SLOT_BYTES = 4;

  /** Kind of an unused page. Pages of this kind are never written to the device. */
  public static final int FREE = 0;

  public static final int DATA = 1;
  public static final int OVERFLOW = 2;
  public static final int FREE_SPACE_MAP = 3;

  /** Value of {@link #next} that means that there is no next page. */
  public static final long NO_PAGE = -1;

  private static final int MAGIC = 0x31_48_47_46; // "FGH1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_KIND = 6;
  private static final int AT_COUNT = 8;
  private static final int AT_CRC = 12;
  private static final int AT_PAGE = 16;
  private static final int AT_VERSION = 24;
  private static final int AT_TAG = 32;
  private static final int AT_CELLS_END = 40;
  private static final int AT_HOLES = 44;
  private static final int AT_CELLS = 48;
  private static final int AT_NEXT = 40;
  private static final int AT_OWNER = 48;
  private static final int AT_SEQUENCE = 56;
  private static final int AT_RECORDS = 40;

  private static final byte[] ZEROS = new byte[4096];

  private final ByteBuffer bytes;

  /** Creates a view of {@code bytes}, whose capacity is the page size. Does not read them. */
  public HeapPage(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /** Returns whether the bytes at {@code offset} start with the magic number of heap pages. */
  public static boolean startsAt(ByteBuffer bytes, int offset) {
    return bytes.getInt(offset + AT_MAGIC) == MAGIC;
  }

  /** Returns the store tag in a heap page, without checking the page. */
  public static long storeTagOf(ByteBuffer page) {
    return page.getLong(AT_TAG);
  }

  public ByteBuffer bytes() {
    return bytes;
  }

  public int pageSize() {
    return bytes.capacity();
  }

  @Override
  protected String name() {
    return "heap page " + pageId();
  }

  public long pageId() {
    return bytes.getLong(AT_PAGE);
  }

  public int kind() {
    return bytes.getShort(AT_KIND);
  }

  public long version() {
    return bytes.getLong(AT_VERSION);
  }

  public void version(long frame) {
    bytes.putLong(AT_VERSION, frame);
  }

  public int storedChecksum() {
    return bytes.getInt(AT_CRC);
  }

  public void copyFrom(HeapPage other) {
    bytes.put(0, other.bytes, 0, bytes.capacity());
  }

  /** Makes this page an empty page of the given kind and id. */
  public void format(int kind, long pageId) {
    for (int offset = 0; offset < bytes.capacity(); offset += ZEROS.length) {
      bytes.put(offset, ZEROS, 0, Math.min(ZEROS.length, bytes.capacity() - offset));
    }
    bytes.putInt(AT_MAGIC, MAGIC);
    bytes.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    bytes.putShort(AT_KIND, (short) kind);
    bytes.putLong(AT_PAGE, pageId);
    if (kind == DATA) {
      bytes.putInt(AT_CELLS_END, HEADER_BYTES);
    }
  }

  /** Sets the store tag and the checksum. */
  void seal(long storeTag) {
    bytes.putLong(AT_TAG, storeTag);
    bytes.putInt(AT_CRC, PageChecksum.of(bytes));
  }

  /** Returns whether this is an intact page with the given id, store tag and checksum. */
  public boolean isSealed(long pageId, long storeTag, int checksum) {
    return bytes.getInt(AT_MAGIC) == MAGIC
        && bytes.getInt(AT_CRC) == checksum
        && PageChecksum.of(bytes) == checksum
        && bytes.getLong(AT_TAG) == storeTag
        && bytes.getLong(AT_PAGE) == pageId;
  }

  /**
   * Checks a page that was read from a device.
   *
   * @param checksum checksum of the page in the page map
   * @throws DamagedStoreException if this is another page, or its content is malformed
   * @throws UnsupportedFormatException if a newer version wrote the page
   */
  void requireSealed(String file, long pageId, long storeTag, int checksum) {
    if (bytes.getInt(AT_MAGIC) != MAGIC) {
      throw damaged(file, pageId, "not a page of a heap file (bad magic)");
    }
    int stored = bytes.getInt(AT_CRC);
    if (stored != PageChecksum.of(bytes)) {
      throw damaged(file, pageId, "checksum does not match");
    }
    int format = bytes.getShort(AT_FORMAT) & 0xFFFF;
    if (format > FORMAT_VERSION) {
      throw new UnsupportedFormatException(file + ", heap page " + pageId, format, FORMAT_VERSION);
    }
    if (!isSealed(pageId, storeTag, checksum)) {
      throw damaged(file, pageId, "not the newest image of this page of this store");
    }
    String cause = impossible();
    if (cause != null) {
      throw damaged(file, pageId, cause);
    }
  }

  public static DamagedStoreException damaged(String file, long pageId, String cause) {
    return new DamagedStoreException(file, "heap page " + pageId, cause);
  }

  /**
   * Returns a description of the first error in the page's content, or null if the content is
   * well-formed. Even a page with a correct checksum may be malformed.
   */
  public String impossible() {
    switch (kind()) {
      case DATA:
        return impossibleCells();
      case OVERFLOW:
        int payload = bytes.getInt(AT_COUNT);
        return payload < 1 || payload > payloadCapacity(pageSize())
            ? "overflow page of " + payload + " bytes"
            : null;
      case FREE_SPACE_MAP:
        return null;
      default:
        return "kind " + kind();
    }
  }

  private String impossibleCells() {
    int slots = slotCount();
    if (slots < 0 || slots > (pageSize() - HEADER_BYTES) / SLOT_BYTES) {
      return slots + " slots";
    }
    int end = cellsEnd();
    int holes = bytes.getInt(AT_HOLES);
    if (end < HEADER_BYTES || end > slotAt(slotCount() - 1) || holes < 0) {
      return "cells end at " + end;
    }
    long taken = 0;
    int cells = 0;
    for (int slot = 0; slot < slots; slot++) {
      if (isUsed(slot)) {
        int offset = offset(slot);
        int length = length(slot);
        if (offset < HEADER_BYTES || offset + taken(length) > end) {
          return "slot " + slot + " refers to bytes " + offset + " to " + (offset + length);
        }
        if (!HeapCell.isPossible(bytes, offset, length)) {
          return "slot " + slot + " holds no cell";
        }
        taken += taken(length);
        cells++;
      }
    }
    boolean right = taken + holes == end - HEADER_BYTES && cells == cellCount();
    return right ? null : cells + " cells of " + taken + " bytes beside holes of " + holes;
  }

  // Data pages

  /** Returns the number of bytes that a cell of {@code length} bytes takes on a page. */
  public static int taken(int length) {
    return Math.max(LEAST_CELL_BYTES, length);
  }

  /** Returns the number of free bytes in an empty data page. */
  public static int emptyBytes(int pageSize) {
    return pageSize - HEADER_BYTES;
  }

  /** Returns the number of slots, including empty slots below the last used slot. */
  public int slotCount() {
    return bytes.getInt(AT_COUNT);
  }

  public int cellCount() {
    return bytes.getInt(AT_CELLS);
  }

  private int cellsEnd() {
    return bytes.getInt(AT_CELLS_END);
  }

  private int slotAt(int slot) {
    return pageSize() - SLOT_BYTES * (slot + 1);
  }

  /** Returns whether a slot contains a cell. Returns false for slots beyond the last. */
  public boolean isUsed(int slot) {
    return slot < slotCount() && bytes.getInt(slotAt(slot)) != 0;
  }

  /** Returns the offset of the cell in a slot. */
  public int offset(int slot) {
    return bytes.getShort(slotAt(slot)) & 0xFFFF;
  }

  /** Returns the length of the cell in a slot. */
  public int length(int slot) {
    return bytes.getShort(slotAt(slot) + 2) & 0xFFFF;
  }

  /** Returns the number of free bytes, including the holes that removed cells have left. */
  public int freeBytes() {
    return slotAt(slotCount() - 1) - cellsEnd() + bytes.getInt(AT_HOLES);
  }

  /** Returns the lowest slot without a cell. */
  public int freeSlot() {
    int slots = slotCount();
    if (cellCount() == slots) {
      return slots;
    }
    int slot = 0;
    while (isUsed(slot)) {
      slot++;
    }
    return slot;
  }

  /**
   * Returns whether the page has room for a cell of {@code length} bytes in a slot. The new cell
   * would replace the slot's present cell, if there is one.
   */
  public boolean hasRoom(int slot, int length) {
    int given = isUsed(slot) ? taken(length(slot)) : 0;
    int slots = Math.max(0, slot + 1 - slotCount()) * SLOT_BYTES;
    return taken(length) + slots <= freeBytes() + given;
  }

  /** Reserves space with {@link #reserve}, and writes a cell into it. */
  public void put(int slot, byte[] cell, int length) {
    bytes.put(reserve(slot, length), cell, 0, length);
  }

  /**
   * Reserves space for a cell in a slot and removes the slot's previous cell.
   *
   * @return the offset of the new cell
   * @throws IllegalStateException if there is not enough space
   */
  public int reserve(int slot, int length) {
    int appended = slot == slotCount() ? append(length) : -1;
    if (appended >= 0) {
      return appended;
    }
    if (!hasRoom(slot, length)) {
      throw new IllegalStateException(
          "no room for " + length + " bytes in heap page " + pageId() + ", slot " + slot);
    }
    if (isUsed(slot)) {
      if (taken(length(slot)) == taken(length)) {
        bytes.putShort(slotAt(slot) + 2, (short) length);
        return offset(slot);
      }
      clear(slot);
    }
    int slots = slotCount();
    int newSlots = Math.max(slots, slot + 1);
    if (cellsEnd() + taken(length) > pageSize() - SLOT_BYTES * newSlots) {
      closeHoles();
    }
    bytes.putInt(AT_COUNT, newSlots);
    for (int added = slots; added < newSlots; added++) {
      bytes.putInt(slotAt(added), 0);
    }
    return place(slot, length);
  }

  /**
   * Reserves space for a cell in a new slot, without looking for space between cells.
   *
   * @return the offset of the new cell, or -1 if there is not enough space after the last cell
   */
  public int append(int length) {
    int slot = slotCount();
    if (cellsEnd() + taken(length) > slotAt(slot)) {
      return -1;
    }
    bytes.putInt(AT_COUNT, slot + 1);
    return place(slot, length);
  }

  private int place(int slot, int length) {
    int at = cellsEnd();
    bytes.putShort(slotAt(slot), (short) at);
    bytes.putShort(slotAt(slot) + 2, (short) length);
    bytes.putInt(AT_CELLS_END, at + taken(length));
    bytes.putInt(AT_CELLS, cellCount() + 1);
    return at;
  }

  /** Removes the cell of a slot. */
  public void remove(int slot) {
    clear(slot);
    int slots = slotCount();
    while (slots > 0 && bytes.getInt(slotAt(slots - 1)) == 0) {
      slots--;
    }
    bytes.putInt(AT_COUNT, slots);
  }

  private void clear(int slot) {
    int at = offset(slot);
    int taken = taken(length(slot));
    if (at + taken == cellsEnd()) {
      bytes.putInt(AT_CELLS_END, at);
    } else {
      bytes.putInt(AT_HOLES, bytes.getInt(AT_HOLES) + taken);
    }
    bytes.putInt(slotAt(slot), 0);
    bytes.putInt(AT_CELLS, cellCount() - 1);
  }

  private void closeHoles() {
    byte[] copy = new byte[cellsEnd() - HEADER_BYTES];
    bytes.get(HEADER_BYTES, copy);
    int end = HEADER_BYTES;
    for (int slot = 0; slot < slotCount(); slot++) {
      if (isUsed(slot)) {
        int length = length(slot);
        bytes.put(end, copy, offset(slot) - HEADER_BYTES, length);
        bytes.putShort(slotAt(slot), (short) end);
        end += taken(length);
      }
    }
    bytes.putInt(AT_CELLS_END, end);
    bytes.putInt(AT_HOLES, 0);
  }

  // Overflow pages

  /** Returns the maximum number of payload bytes of an overflow page. */
  public static int payloadCapacity(int pageSize) {
    return pageSize - HEADER_BYTES;
  }

  /** Sets the header of an overflow page. The payload starts after the header. */
  public void overflow(long next, long owner, int sequence, int length) {
    bytes.putLong(AT_NEXT, next);
    bytes.putLong(AT_OWNER, owner);
    bytes.putInt(AT_SEQUENCE, sequence);
    bytes.putInt(AT_COUNT, length);
  }

  public long next() {
    return bytes.getLong(AT_NEXT);
  }

  public long owner() {
    return bytes.getLong(AT_OWNER);
  }

  public int sequence() {
    return bytes.getInt(AT_SEQUENCE);
  }

  public int payloadBytes() {
    return bytes.getInt(AT_COUNT);
  }

  // Pages of the free-space map

  /** Returns the number of records in the group whose map this page contains. */
  public long records() {
    return bytes.getLong(AT_RECORDS);
  }

  void records(long count) {
    bytes.putLong(AT_RECORDS, count);
  }
}
