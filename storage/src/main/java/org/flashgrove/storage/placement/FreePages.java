package org.flashgrove.storage.placement;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.event.BarrierEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.file.StoreReaders;

/**
 * The slots of a page file whose pages are written out of place ({@code placement=free}): the page
 * map of each structure, the free slots, and the two superblocks.
 *
 * <p>The new image of a page goes to a free slot. The slot of the old image is superseded, and
 * becomes free at the next {@link #barrier}. A barrier leaves a durable state: superblock,
 * directory, chunks of the maps, images. No slot of that state is written before the next barrier.
 *
 * <p>Maps may be read and {@link #enterRead} called by any thread; everything else is for one
 * thread at a time.
 */
public final class FreePages {
  /** Name of the file in messages. */
  public static final String FILE = "nodes.pages";

  /** Sequence number of the barrier that creates a store. */
  public static final long FIRST_SEQUENCE = 1;

  /** A barrier is due when more than one in this many used slots is superseded. */
  private static final int MOST_SUPERSEDED_SHARE = 4;

  private static final int LEAST_SUPERSEDED = 32;
  private static final int DIRECTORY_ENTRY_WORDS = 3;

  /** Bytes of the smallest node of those that share a page. */
  private static final int LEAST_NODE_BYTES = 16;

  /** The most pages that a structure can have in memory alone; bounds the ids that are possible. */
  private static final long MOST_IN_MEMORY = 1L << 22;

  private final PageStore store;
  private final long storeTag;
  private final int wordCapacity;
  private final Map<Integer, PageMap> maps = new TreeMap<>();
  private final SlotAllocator slots = new SlotAllocator();
  private final OrderedLock writing = new OrderedLock(LockRank.PLACEMENT);
  private final ReadGate gate = new ReadGate();
  private final ByteBuffer page;
  private final long[] words;
  private final long[] ids = new long[2];
  private final long[] oneSlot = new long[1];
  private StoreReaders readers = StoreReaders.NONE;
  private Superblock superblock;
  private long[] directory = new long[0];
  private boolean moved;
  private long barriers;
  private long metaPageWrites;
  private long syncs;
  private long discardedSlots;
  private boolean refusesDiscards;

  private FreePages(PageStore store, long storeTag) {
    this.store = store;
    this.storeTag = storeTag;
    wordCapacity = MapPage.wordCapacity(store.pageSize());
    page = AlignedBuffers.allocate(store.pageSize()).order(ByteOrder.LITTLE_ENDIAN);
    words = new long[wordCapacity];
    slots.use(0);
    slots.use(1);
  }

  /** Writes the first durable state, without pages of structures, to an empty store. */
  public static FreePages create(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    store.extend(Superblock.SLOTS);
    pages.switchTo(new Superblock(FIRST_SEQUENCE, 0, PageMap.NEVER));
    return pages;
  }

  /**
   * Reads the durable state of a store, and makes sure that it is durable.
   *
   * @throws DamagedStoreException if no superblock verifies, or a page of the map does not
   * @throws org.flashgrove.core.failure.UnsupportedFormatException if a newer version wrote it
   */
  public static FreePages open(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    pages.load();
    pages.settle();
    return pages;
  }

  /**
   * Reads the superblock of a store that another process may write.
   *
   * @throws DamagedStoreException if none verifies
   */
  public static Superblock newest(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    pages.findSuperblock();
    return pages.superblock;
  }

  /**
   * Gives no slot to another image that a reader in another process may see, from now on. Call it
   * before the log is replayed.
   */
  public void readBeside(StoreReaders others) {
    readers = others;
    if (!others.positions(Long.MAX_VALUE >>> 2).isEmpty()) {
      slots.holdFree(store.pageCount());
    }
  }

  /** Returns the readers in other processes, whom other files of the store have, too. */
  public StoreReaders readers() {
    return readers;
  }

  private void findSuperblock() {
    for (long slot = 0; slot < Superblock.SLOTS && slot < store.pageCount(); slot++) {
      readPage(slot);
      Superblock found = Superblock.read(page, FILE, storeTag, slot);
      if (found != null && (superblock == null || found.sequence() > superblock.sequence())) {
        superblock = found;
      }
    }
    if (superblock == null) {
      throw new DamagedStoreException(FILE, "pages 0 and 1", "no superblock that verifies");
    }
  }

  private void load() {
    findSuperblock();
    slots.startAt(superblock.frame());
    long place = superblock.directory();
    while (place != PageMap.NEVER) {
      use(place);
      readPage(PageMap.slot(place));
      long[] entries = new long[wordCapacity];
      int count = MapPage.read(page, FILE, MapPage.DIRECTORY, storeTag, place, ids, entries);
      appendDirectory(place);
      place = ids[0];
      for (int i = 0; i + DIRECTORY_ENTRY_WORDS <= count; i += DIRECTORY_ENTRY_WORDS) {
        loadChunk((int) entries[i], (int) entries[i + 1], entries[i + 2]);
      }
    }
  }

  /**
   * Syncs the file. A killed process may have left pages that only the operating system holds.
   * Slots that its superblock names free must not be written before that superblock is durable, nor
   * slots of superseded images before the images that supersede them are.
   */
  private void settle() {
    store.sync();
    syncs++;
  }

  private void loadChunk(int structure, int number, long place) {
    use(place);
    readPage(PageMap.slot(place));
    int count = MapPage.read(page, FILE, MapPage.CHUNK, storeTag, place, ids, words);
    boolean possible = number >= 0 && (long) number * (chunkWords() / 2) < mostPages();
    if (ids[0] != structure || ids[1] != number || count != chunkWords() || !possible) {
      throw damaged(place, "not the chunk of the page map that belongs here");
    }
    map(structure).load(number, place, words);
    for (int i = 0; i < count; i += 2) {
      if (PageMap.isStored(words[i])) {
        use(words[i]);
      }
    }
  }

  /**
   * Returns whether a structure can have a page of an id. Ids are dense, so that there are no more
   * beyond those of the map than the file and memory have room for. Without the check a damaged id
   * would make tables by id fill all memory.
   */
  public boolean isPossible(int structure, long pageId) {
    return pageId >= 0 && pageId < map(structure).pageBound() + mostPages();
  }

  private long mostPages() {
    return store.pageCount() * (store.pageSize() / LEAST_NODE_BYTES) + MOST_IN_MEMORY;
  }

  private void use(long place) {
    long slot = PageMap.slot(place);
    if (slot < Superblock.SLOTS || slot >= store.pageCount() || !slots.use(slot)) {
      throw damaged(place, "slot is used twice or not there");
    }
  }

  private static DamagedStoreException damaged(long place, String cause) {
    return new DamagedStoreException(FILE, "page " + PageMap.slot(place), cause);
  }

  private void appendDirectory(long place) {
    directory = java.util.Arrays.copyOf(directory, directory.length + 1);
    directory[directory.length - 1] = place;
  }

  /**
   * Forgets all pages of the structures that a test names, when a store is opened: their slots are
   * superseded, and become free at the next barrier.
   */
  public void dropMaps(IntPredicate dropped) {
    for (Iterator<Map.Entry<Integer, PageMap>> all = maps.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Integer, PageMap> each = all.next();
      if (dropped.test(each.getKey())) {
        each.getValue().visitPlaces(place -> slots.supersede(PageMap.slot(place)));
        all.remove();
        moved = true;
      }
    }
  }

  private void readPage(long slot) {
    oneSlot[0] = slot;
    store.read(oneSlot, 1, page);
  }

  private void writePage(long slot) {
    oneSlot[0] = slot;
    store.write(oneSlot, 1, page);
    metaPageWrites++;
  }

  private int chunkWords() {
    return wordCapacity / 2 * 2;
  }

  /** Returns the page map of a structure, by its number in the store. */
  public PageMap map(int structure) {
    return maps.computeIfAbsent(structure, number -> new PageMap(chunkWords() / 2));
  }

  /** Returns the bytes of a slot. */
  public int pageSize() {
    return store.pageSize();
  }

  /** Returns the newest log frame whose moves the durable map contains. */
  public long frame() {
    return superblock.frame();
  }

  /** Returns the sequence number of the last barrier. */
  public long sequence() {
    return superblock.sequence();
  }

  /**
   * Begins a read: call it before looking up a page's place and reading its slot. Until {@link
   * #leaveRead} no slot that a barrier frees is given to another image.
   *
   * @return the argument for {@link #leaveRead}
   */
  public int enterRead() {
    return gate.enter();
  }

  /**
   * Ends a read that {@link #enterRead} began.
   *
   * @param entered what {@link #enterRead} returned
   */
  public void leaveRead(int entered) {
    gate.leave(entered);
  }

  /**
   * Takes the turn to write pages, until {@link #finishWriting}. A thread holds it while it
   * allocates slots, writes them and changes the map, or makes a barrier.
   */
  public void startWriting() {
    writing.lock();
  }

  /** Gives the turn back. */
  public void finishWriting() {
    writing.unlock();
  }

  /** Waits for all device reads that have entered. */
  public void awaitReads() {
    startWriting();
    try {
      gate.await();
    } finally {
      finishWriting();
    }
  }

  /** Takes free slots for images to be written next: ascending, neighbours if there is room. */
  public void allocate(int count, long[] into) {
    slots.allocate(count, into);
  }

  /** Notes in the map that a slot from {@link #allocate} holds the newest image of a page. */
  public void stored(int structure, long pageId, long slot, int checksum, long version) {
    move(structure, pageId, PageMap.place(slot, checksum), version);
  }

  /** Notes in the map that a page is deleted, as of frame {@code version}. */
  public void deleted(int structure, long pageId, long version) {
    move(structure, pageId, PageMap.DELETED, version);
  }

  /** Forgets a page that no commit created. */
  public void forget(int structure, long pageId) {
    move(structure, pageId, PageMap.NEVER, 0);
  }

  private void move(int structure, long pageId, long place, long version) {
    PageMap map = map(structure);
    long old = map.place(pageId);
    if (PageMap.isStored(old)) {
      slots.supersede(PageMap.slot(old));
    }
    map.move(pageId, place, version);
    moved = true;
  }

  /**
   * Takes over a move from the log when a store is opened: its slot is in use, and the image that
   * the map named before is superseded.
   */
  public void recovered(int structure, long pageId, long slot, int checksum, long version) {
    slots.use(slot);
    stored(structure, pageId, slot, checksum, version);
  }

  /** Returns whether anything moved since the last barrier. */
  public boolean isMoved() {
    return moved;
  }

  /** Returns whether the superseded slots are enough for a barrier to be due. */
  public boolean wantsBarrier() {
    int superseded = slots.supersededCount();
    return superseded > LEAST_SUPERSEDED && superseded > slots.usedCount() / MOST_SUPERSEDED_SHARE;
  }

  /**
   * Makes the present state the durable one and frees superseded slots. The log must be durable up
   * to {@code frame}: images contain changes up to there.
   *
   * @param frame newest log frame
   */
  public void barrier(long frame) {
    BarrierEvent event = StoreEvents.barrier();
    long metaBefore = metaPageWrites;
    long discardedBefore = discardedSlots;
    for (PageMap map : maps.values()) {
      supersedeChanged(map);
    }
    for (long place : directory) {
      slots.supersede(PageMap.slot(place));
    }
    long sequence = superblock.sequence() + 1;
    int chunks = 0;
    for (Map.Entry<Integer, PageMap> entry : maps.entrySet()) {
      chunks += writeChunks(entry.getKey(), entry.getValue(), sequence);
    }
    long first = writeDirectory(chunks, sequence);
    store.sync();
    syncs++;
    switchTo(new Superblock(sequence, frame, first));
    long before = slots.supersededCount() + slots.heldCount();
    discardFree();
    gate.await();
    slots.release(frame, readers.positions(frame));
    long freed = before - slots.heldCount();
    shorten();
    moved = false;
    barriers++;
    if (event != null) {
      long pages = metaPageWrites - metaBefore;
      long discarded = discardedSlots - discardedBefore;
      event.finish(store.name(), pages, pages * store.pageSize(), freed, discarded);
    }
  }

  private void supersedeChanged(PageMap map) {
    for (int i = map.nextChanged(0); i >= 0; i = map.nextChanged(i + 1)) {
      if (map.chunkPlace(i) != PageMap.NEVER) {
        slots.supersede(PageMap.slot(map.chunkPlace(i)));
      }
    }
  }

  /** Writes the changed chunks of a map; returns how many chunks it has. */
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
    int checksum = MapPage.write(page, kind, storeTag, sequence, ids, content, count);
    writePage(slot);
    return PageMap.place(slot, checksum);
  }

  /**
   * Writes the directory, last page first, since each names the next; returns the first's place.
   */
  private long writeDirectory(int chunks, long sequence) {
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

  private void switchTo(Superblock next) {
    next.write(page, storeTag);
    writePage(next.slot());
    store.sync();
    syncs++;
    superblock = next;
  }

  /**
   * Copies images from the end of the file to free slots before it, unchanged. The next barrier
   * makes their places durable and writes the map as near to the front as there is room. The caller
   * has the turn to write, and has just made a barrier.
   *
   * @param listener receives the places of each batch of images, before the maps change
   * @return number of images moved
   * @throws DamagedStoreException if the slot of a place does not hold its image; images moved
   *     before stay moved
   */
  public long moveToFront(MoveListener listener) {
    long end = slots.usedCount() + slots.heldCount();
    ForwardMoves moves = new ForwardMoves(store, FILE, end, this, listener);
    maps.forEach(moves::move);
    for (PageMap map : maps.values()) {
      map.rewriteChunksBehind(end);
    }
    slots.startOver();
    return moves.moved();
  }

  /** Returns the first free slot of the file. */
  long takeFirstFree() {
    slots.startOver();
    slots.allocate(1, oneSlot);
    return oneSlot[0];
  }

  /** Returns one more than the highest slot that is not free. */
  public long length() {
    return slots.length();
  }

  /** Returns the slots in use, by number. */
  public BitSet usedSlots() {
    return slots.usedSlots();
  }

  /** Gives all free slots at the end of the file back; call it after a barrier. */
  public void giveEndBack() {
    long needed = slots.length();
    if (store.pageCount() > needed) {
      store.trim(needed, store.pageCount() - needed);
      store.sync();
      syncs++;
    }
  }

  /** Gives the end of the file back if an eighth of it or more is free. */
  private void shorten() {
    long count = store.pageCount();
    long needed = slots.length();
    if (count - needed > Math.max(LEAST_SUPERSEDED, count / 8)) {
      store.trim(needed, count - needed);
    }
  }

  /**
   * Discards the slots that were free before this barrier, to which neither superblock refers.
   * Slots that this barrier frees are discarded at the next one, if they are still free then.
   */
  private void discardFree() {
    int least = refusesDiscards ? 0 : store.leastDiscard();
    if (least > 0) {
      long discardedNow = slots.discardFree(store, least);
      refusesDiscards = discardedNow < 0;
      discardedSlots += Math.max(0, discardedNow);
    }
  }

  /** Returns the figures at this moment. */
  public PlacementFigures figures() {
    long mapBytes = maps.values().stream().mapToLong(PageMap::sizeBytes).sum();
    return new PlacementFigures(
        barriers,
        metaPageWrites,
        syncs,
        slots.usedCount() - slots.supersededCount(),
        slots.supersededCount(),
        slots.heldCount(),
        discardedSlots,
        store.pageCount(),
        mapBytes);
  }
}
