package org.flashgrove.storage.node.device;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.event.FlushEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.page.PageChecksum;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * Stores pages in a buffer's own format, in the same file as nodes. The pages have their own ids
 * and their own page map. Buffers use them to store changes of several nodes on one page. Pages are
 * written out of place, and the log does not record their new slots. After a crash the store
 * therefore returns to the pages of the last checkpoint. Only stores that do not log commits can
 * use an area ({@link org.flashgrove.storage.log.SyncMode#BARRIER}).
 *
 * <p>A page starts with the header that {@code docs/format/page.md} describes: magic {@code FGU1},
 * format version, kind, number of words, checksum, store tag. The words follow.
 *
 * <p>Not thread-safe.
 */
public final class PageArea {
  /** Size in bytes of a page's header; the words follow it. */
  public static final int HEADER_BYTES = 24;

  /** Version of the page format that this class writes, and the newest version that it reads. */
  public static final int FORMAT_VERSION = 1;

  /**
   * Number of the page map for the area of the store's first tree. Lower numbers belong to the page
   * maps of trees and heap files.
   */
  static final int FIRST_NUMBER = 1 << 20;

  private static final int MAGIC = 0x31_55_47_46; // "FGU1" in the file
  private static final int AT_MAGIC = 0;
  private static final int AT_FORMAT = 4;
  private static final int AT_KIND = 6;
  private static final int AT_COUNT = 8;
  private static final int AT_CRC = 12;
  private static final int AT_TAG = 16;
  private static final int MOST_SLAB_BYTES = 1 << 20;

  private final NodeDevice device;
  private final FreePages slots;
  private final PageMap map;
  private final int number;
  private final BitSet used = new BitSet();
  private final long[] oneSlot = new long[1];
  private final int slabPages;
  private ByteBuffer slab;
  private final long[] slotList;
  private final int[] ids;
  private final int[] checksums;
  private int batched;
  private int written;
  private FlushEvent flush;

  PageArea(NodeDevice device, FreePages slots, int number) {
    this.device = device;
    this.slots = slots;
    this.number = number;
    map = slots.map(number);
    slabPages = Math.max(1, MOST_SLAB_BYTES / device.pageSize());
    slotList = new long[slabPages];
    ids = new int[slabPages];
    checksums = new int[slabPages];
    for (int id = 0; id < map.pageBound(); id++) {
      used.set(id, PageMap.isStored(map.place(id)));
    }
  }

  /**
   * Returns whether the page that starts at {@code bytes[at]} has the magic number of an area's
   * page.
   */
  public static boolean isPage(ByteBuffer bytes, int at) {
    for (int i = 0; i < Integer.BYTES; i++) {
      if (bytes.get(at + AT_MAGIC + i) != (byte) (MAGIC >>> i * Byte.SIZE)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the number of words that a page holds. */
  public int pageWords() {
    return (device.pageSize() - HEADER_BYTES) / Long.BYTES;
  }

  /** Returns the ids of the existing pages in ascending order. */
  public int[] pageIds() {
    return used.stream().toArray();
  }

  /** Returns the number of the newest commit whose changes a page contains. */
  public long versionOf(int pageId) {
    return map.version(pageId);
  }

  public int pageCount() {
    return used.cardinality();
  }

  /** Allocates a page buffer in memory. */
  public ByteBuffer newPage() {
    return AlignedBuffers.allocate(device.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Reads and verifies a page.
   *
   * @param kind the expected kind
   * @param page buffer for the page
   * @param words receives the page's words
   * @return number of the page's words
   * @throws DamagedStoreException if the page is damaged or is not the expected page
   */
  public int read(int pageId, int kind, ByteBuffer page, long[] words) {
    int entered = slots.enterRead();
    try {
      long place = map.place(pageId);
      if (!PageMap.isStored(place)) {
        throw new DamagedStoreException(
            NodeDevice.FILE, "page of units " + pageId, "has no stored image");
      }
      oneSlot[0] = PageMap.slot(place);
      device.slots().read(oneSlot, 1, page);
      int count = page.getInt(AT_COUNT);
      boolean right =
          page.getInt(AT_MAGIC) == MAGIC
              && page.getInt(AT_CRC) == PageMap.checksum(place)
              && PageChecksum.matches(page)
              && page.getShort(AT_FORMAT) == FORMAT_VERSION
              && page.getShort(AT_KIND) == kind
              && page.getLong(AT_TAG) == device.storeTag()
              && count >= 0
              && count <= pageWords();
      if (!right) {
        throw new DamagedStoreException(
            NodeDevice.FILE, "page " + oneSlot[0], "does not contain page of units " + pageId);
      }
      for (int i = 0; i < count; i++) {
        words[i] = page.getLong(HEADER_BYTES + i * Long.BYTES);
      }
      return count;
    } finally {
      slots.leaveRead(entered);
    }
  }

  /**
   * Starts a batch. Its pages are written to neighbouring slots, with at most 1 MiB per write call.
   */
  public void startBatch() {
    flush = StoreEvents.flush();
    batched = 0;
    written = 0;
    if (slab == null) {
      slab = AlignedBuffers.allocate(slabPages * device.pageSize());
      slab.order(ByteOrder.LITTLE_ENDIAN);
    }
    device.countRun();
  }

  /**
   * Appends a page to the batch. Returns its id.
   *
   * @param kind number that tells what the words mean, 1 to 32,767
   * @param version number of the newest commit whose changes the page contains
   */
  public int append(int kind, long[] words, int count, long version) {
    if (batched == slabPages) {
      writeSlab(version);
    }
    int id = used.nextClearBit(0);
    used.set(id);
    ByteBuffer page = slab.slice(batched * device.pageSize(), device.pageSize());
    page.order(ByteOrder.LITTLE_ENDIAN);
    page.putInt(AT_MAGIC, MAGIC);
    page.putShort(AT_FORMAT, (short) FORMAT_VERSION);
    page.putShort(AT_KIND, (short) kind);
    page.putInt(AT_COUNT, count);
    page.putLong(AT_TAG, device.storeTag());
    for (int i = 0; i < pageWords(); i++) {
      page.putLong(HEADER_BYTES + i * Long.BYTES, i < count ? words[i] : 0);
    }
    page.putInt(AT_CRC, PageChecksum.of(page));
    ids[batched] = id;
    checksums[batched++] = page.getInt(AT_CRC);
    return id;
  }

  /** Writes the pages of the batch that are not written yet, and ends the batch. */
  public void finishBatch(long version) {
    writeSlab(version);
    if (flush != null && written > 0) {
      flush.finish(device.name(), written, (long) written * device.pageSize());
    }
    flush = null;
  }

  private void writeSlab(long version) {
    if (batched == 0) {
      return;
    }
    slots.startWriting();
    try {
      slots.allocate(batched, slotList);
      device.slots().write(slotList, batched, slab);
      for (int i = 0; i < batched; i++) {
        slots.stored(number, ids[i], slotList[i], checksums[i], version);
      }
    } catch (StoreException e) {
      throw device.failed(e);
    } finally {
      slots.finishWriting();
    }
    written += batched;
    batched = 0;
  }

  /** Frees a page. Its slot can be reused after the next checkpoint. */
  public void free(int pageId) {
    slots.startWriting();
    try {
      slots.forget(number, pageId);
    } finally {
      slots.finishWriting();
    }
    used.clear(pageId);
  }
}
