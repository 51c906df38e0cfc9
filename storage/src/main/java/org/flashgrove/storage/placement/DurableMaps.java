package org.flashgrove.storage.placement;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;

/**
 * Stores the page maps of a page file in slots of the same file. The maps are divided into chunks,
 * a directory lists the chunks, and a superblock contains the place of the directory. The store
 * reads all of these pages when it is opened. A checkpoint writes the changed chunks and the
 * directory to free slots, and then the superblock.
 *
 * <p>Not thread-safe.
 */
final class DurableMaps {
  private static final int DIRECTORY_ENTRY_WORDS = 3;

  /** Smallest size of a node in bytes. Several small nodes may share a page. */
  private static final int LEAST_NODE_BYTES = 16;

  /**
   * Maximum number of pages of a structure that may exist only in memory. If a page id is greater
   * than the number of pages in the file plus this number, the store is damaged.
   */
  private static final long MOST_IN_MEMORY = 1L << 22;

  private final PageStore store;
  private final long storeTag;
  private final SlotAllocator slots;
  private final int wordCapacity;
  private final ByteBuffer page;
  private final MapPage mapPage; // in the same buffer
  private final long[] words;
  private final long[] ids = new long[2];
  private final long[] oneSlot = new long[1];
  private Superblock superblock;
  private long[] directory = new long[0];
  private long pageWrites;
  private long syncs;

  /** Creates an object without reading anything. */
  DurableMaps(PageStore store, long storeTag, SlotAllocator slots) {
    this.store = store;
    this.storeTag = storeTag;
    this.slots = slots;
    wordCapacity = MapPage.wordCapacity(store.pageSize());
    page = AlignedBuffers.allocate(store.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
    mapPage = new MapPage(page);
    words = new long[wordCapacity];
  }

  /** Returns the newest durable superblock. */
  Superblock superblock() {
    return superblock;
  }

  /** Returns the number of pages written since this object was created. */
  long pageWrites() {
    return pageWrites;
  }

  /** Returns the number of syncs since this object was created. */
  long syncs() {
    return syncs;
  }

  /**
   * Returns the map of a structure. Adds an empty map to {@code maps} if the structure has none.
   * The entries of each chunk of a map fill one page.
   */
  PageMap map(Map<Integer, PageMap> maps, int structure) {
    PageMap map = maps.get(structure);
    if (map == null) {
      map = new PageMap(chunkWords() / 2);
      maps.put(structure, map);
    }
    return map;
  }

  void sync() {
    store.sync();
    syncs++;
  }

  /**
   * Reads the newest intact superblock.
   *
   * @throws DamagedStoreException if there is none
   */
  Superblock findSuperblock() {
    for (long slot = 0; slot < Superblock.SLOTS && slot < store.pageCount(); slot++) {
      readPage(slot);
      Superblock found = Superblock.read(page, FreePages.FILE, storeTag, slot);
      if (found != null && (superblock == null || found.sequence() > superblock.sequence())) {
        superblock = found;
      }
    }
    if (superblock == null) {
      throw new DamagedStoreException(
          FreePages.FILE, "pages 0 and 1", "no superblock that verifies");
    }
    return superblock;
  }

  /**
   * Reads the superblock, the directory and all chunks. Marks as used the slots of these pages, and
   * all slots to which the maps refer.
   *
   * @param maps receives the maps of the structures by the numbers of the structures
   * @throws DamagedStoreException if no superblock is intact, or a page of a map is damaged
   */
  void load(Map<Integer, PageMap> maps) {
    findSuperblock();
    slots.startAt(superblock.frame());
    long place = superblock.directory();
    while (place != PageMap.NEVER) {
      use(place);
      readPage(PageMap.slot(place));
      long[] entries = new long[wordCapacity];
      int count = mapPage.read(FreePages.FILE, MapPage.DIRECTORY, storeTag, place, ids, entries);
      appendDirectory(place);
      place = ids[0];
      for (int i = 0; i + DIRECTORY_ENTRY_WORDS <= count; i += DIRECTORY_ENTRY_WORDS) {
        loadChunk(maps, (int) entries[i], (int) entries[i + 1], entries[i + 2]);
      }
    }
  }

  private void loadChunk(Map<Integer, PageMap> maps, int structure, int number, long place) {
    use(place);
    readPage(PageMap.slot(place));
    int count = mapPage.read(FreePages.FILE, MapPage.CHUNK, storeTag, place, ids, words);
    boolean possible = number >= 0 && (long) number * (chunkWords() / 2) < mostPages();
    if (ids[0] != structure || ids[1] != number || count != chunkWords() || !possible) {
      throw damaged(place, "contains another chunk of the page map");
    }
    map(maps, structure).load(number, place, words);
    for (int i = 0; i < count; i += 2) {
      if (PageMap.isStored(words[i])) {
        use(words[i]);
      }
    }
  }

  /** Returns the maximum number of pages of a structure in the file and in memory together. */
  long mostPages() {
    return store.pageCount() * (store.pageSize() / LEAST_NODE_BYTES) + MOST_IN_MEMORY;
  }

  private void use(long place) {
    long slot = PageMap.slot(place);
    if (slot < Superblock.SLOTS || slot >= store.pageCount() || !slots.use(slot)) {
      throw damaged(place, "slot is used twice or does not exist");
    }
  }

  private static DamagedStoreException damaged(long place, String cause) {
    return new DamagedStoreException(FreePages.FILE, "page " + PageMap.slot(place), cause);
  }

  private void appendDirectory(long place) {
    directory = Arrays.copyOf(directory, directory.length + 1);
    directory[directory.length - 1] = place;
  }

  private void readPage(long slot) {
    oneSlot[0] = slot;
    store.read(oneSlot, 1, page);
  }

  private void writePage(long slot) {
    oneSlot[0] = slot;
    store.write(oneSlot, 1, page);
    pageWrites++;
  }

  private int chunkWords() {
    return wordCapacity / 2 * 2;
  }

  /**
   * Writes changed chunks and the directory to free slots. The slots of the previous chunks and of
   * the previous directory become obsolete. The caller syncs the file and then calls {@link
   * #switchTo}.
   *
   * @return place of the directory's first page
   */
  long write(Map<Integer, PageMap> maps, long sequence) {
    for (PageMap map : maps.values()) {
      supersedeChanged(map);
    }
    for (long place : directory) {
      slots.supersede(PageMap.slot(place));
    }
    int chunks = 0;
    for (Map.Entry<Integer, PageMap> entry : maps.entrySet()) {
      chunks += writeChunks(entry.getKey(), entry.getValue(), sequence);
    }
    return writeDirectory(maps, chunks, sequence);
  }

  private void supersedeChanged(PageMap map) {
    for (int i = map.nextChanged(0); i >= 0; i = map.nextChanged(i + 1)) {
      if (map.chunkPlace(i) != PageMap.NEVER) {
        slots.supersede(PageMap.slot(map.chunkPlace(i)));
      }
    }
  }

  /**
   * Writes the chunks of a map that have changed. Returns the number of stored chunks of the map,
   * changed or not.
   */
  private int writeChunks(int structure, PageMap map, long sequence) {
    for (int i = map.nextChanged(0); i >= 0; i = map.nextChanged(i + 1)) {
      ids[0] = structure;
      ids[1] = i;
      map.chunkStored(i, writeMapPage(MapPage.CHUNK, sequence, map.chunkWords(i), chunkWords()));
    }
    int present = 0;
    for (int i = 0; i < map.chunkCount(); i++) {
      present += map.chunkPlace(i) == PageMap.NEVER ? 0 : 1;
    }
    return present;
  }

  private long writeMapPage(int kind, long sequence, long[] content, int count) {
    slots.allocate(1, oneSlot);
    long slot = oneSlot[0];
    int checksum = mapPage.write(kind, storeTag, sequence, ids, content, count);
    writePage(slot);
    return PageMap.place(slot, checksum);
  }

  /**
   * Writes the directory from its last page to its first, because each page contains the place of
   * the next. Returns the place of the first page.
   */
  private long writeDirectory(Map<Integer, PageMap> maps, int chunks, long sequence) {
    long[] all = new long[chunks * DIRECTORY_ENTRY_WORDS];
    int at = 0;
    for (Map.Entry<Integer, PageMap> entry : maps.entrySet()) {
      PageMap map = entry.getValue();
      for (int i = 0; i < map.chunkCount(); i++) {
        if (map.chunkPlace(i) != PageMap.NEVER) {
          all[at++] = entry.getKey();
          all[at++] = i;
          all[at++] = map.chunkPlace(i);
        }
      }
    }
    int perPage = wordCapacity / DIRECTORY_ENTRY_WORDS * DIRECTORY_ENTRY_WORDS;
    int pageCount = (all.length + perPage - 1) / perPage;
    directory = new long[pageCount];
    long next = PageMap.NEVER;
    for (int i = pageCount - 1; i >= 0; i--) {
      int from = i * perPage;
      int count = Math.min(perPage, all.length - from);
      System.arraycopy(all, from, words, 0, count);
      ids[0] = next;
      ids[1] = 0;
      next = writeMapPage(MapPage.DIRECTORY, sequence, words, count);
      directory[i] = next;
    }
    return next;
  }

  /**
   * Writes and syncs a superblock. From then on, the maps that the superblock refers to are the
   * durable maps.
   */
  void switchTo(Superblock next) {
    next.write(page, storeTag);
    writePage(next.slot());
    sync();
    superblock = next;
  }
}
