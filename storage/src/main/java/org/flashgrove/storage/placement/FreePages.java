package org.flashgrove.storage.placement;

import java.util.BitSet;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.event.CheckpointEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.file.StoreReaders;

/**
 * Manages a page file whose pages are written out of place ({@code placement=free}): the page map
 * of each structure, the free slots, and the two superblocks.
 *
 * <p>The new image of a page goes to a free slot. The slot of the old image becomes obsolete, and
 * is free after the next {@link #checkpoint}. A checkpoint makes the current state durable. This
 * state consists of the superblock, the directory, the chunks of the maps, and the page images. No
 * slot that belongs to it is overwritten before the next checkpoint.
 *
 * <p>Any thread may read maps and call {@link #enterRead}. All other methods are for one thread at
 * a time.
 */
public final class FreePages {
  /** Name of the page file, for messages. */
  public static final String FILE = "nodes.pages";

  /** Sequence number of the checkpoint that creates a store. */
  public static final long FIRST_SEQUENCE = 1;

  /**
   * Determines when a checkpoint is due: when more than 1/{@code MOST_SUPERSEDED_SHARE} of the used
   * slots are obsolete.
   */
  private static final int MOST_SUPERSEDED_SHARE = 4;

  private static final int LEAST_SUPERSEDED = 32;

  private final PageStore store;
  private final Map<Integer, PageMap> maps = new TreeMap<>();
  private final SlotAllocator slots = new SlotAllocator();
  private final DurableMaps durable;
  private final Map<Integer, PageLifetimes> lifetimes = new TreeMap<>();
  private final OrderedLock writing = new OrderedLock(LockRank.PLACEMENT);
  private final ReadGate gate = new ReadGate();
  private final long[] oneSlot = new long[1];
  private StoreReaders readers = StoreReaders.NONE;
  private boolean moved;
  private long checkpoints;
  private long discardedSlots;
  private boolean refusesDiscards;

  private FreePages(PageStore store, long storeTag) {
    this.store = store;
    durable = new DurableMaps(store, storeTag, slots);
    slots.use(0);
    slots.use(1);
  }

  /**
   * Creates the first durable state of an empty store. The state contains no pages of structures.
   */
  public static FreePages create(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    store.extend(Superblock.SLOTS);
    pages.durable.switchTo(new Superblock(FIRST_SEQUENCE, 0, PageMap.NEVER));
    return pages;
  }

  /**
   * Reads the durable state of a store and syncs the file.
   *
   * @throws DamagedStoreException if no superblock is intact, or a page of a map is damaged
   * @throws org.flashgrove.core.failure.UnsupportedFormatException if a newer version wrote the
   *     store
   */
  public static FreePages open(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    pages.durable.load(pages.maps);
    pages.settle();
    return pages;
  }

  /**
   * Reads the newest superblock of a store that another process may write.
   *
   * @throws DamagedStoreException if no superblock is intact
   */
  public static Superblock newest(PageStore store, long storeTag) {
    return new DurableMaps(store, storeTag, new SlotAllocator()).findSuperblock();
  }

  /**
   * Sets the object that knows the readers in other processes. From now on, no slot that such a
   * reader may see is reused. Call this before the log is replayed.
   */
  public void readBeside(StoreReaders others) {
    readers = others;
    if (!others.positions(Long.MAX_VALUE >>> 2).isEmpty()) {
      slots.holdFree(store.pageCount());
    }
  }

  /**
   * Returns the registry of readers in other processes. These readers use all files of the store,
   * not only the page file.
   */
  public StoreReaders readers() {
    return readers;
  }

  /**
   * Syncs the file. A killed process may have left pages, such as the newest superblock, that are
   * only in the operating system's cache. Slots that this superblock leaves free must not be
   * written before the superblock is durable. For the same reason, the slot of an obsolete image
   * must not be written before the newer image is durable.
   */
  private void settle() {
    durable.sync();
  }

  /**
   * Returns whether a structure can have a page with this id. Page ids are dense, so an id far
   * beyond the end of the map is impossible. Without this check, a damaged id would create tables
   * that fill the memory.
   */
  public boolean isPossible(int structure, long pageId) {
    return pageId >= 0 && pageId < map(structure).pageBound() + durable.mostPages();
  }

  /**
   * Removes the maps of dropped structures when a store is opened. The slots of these structures
   * become obsolete, and are free after the next checkpoint.
   *
   * @param dropped returns whether the structure with the given number was dropped
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

  /** Returns the page map of a structure, given its number in the store. */
  public PageMap map(int structure) {
    return durable.map(maps, structure);
  }

  public int pageSize() {
    return store.pageSize();
  }

  /** Returns the number of the newest log frame whose page moves are in the durable maps. */
  public long frame() {
    return durable.superblock().frame();
  }

  /** Returns the sequence number of the last checkpoint. */
  public long sequence() {
    return durable.superblock().sequence();
  }

  /**
   * Starts a device read. Call this before looking up the place of the page to read. If a
   * checkpoint then frees the slot, the slot is not reused until {@link #leaveRead}.
   *
   * @return the argument for {@link #leaveRead}
   */
  public int enterRead() {
    return gate.enter();
  }

  /**
   * Ends a device read.
   *
   * @param entered the result of {@link #enterRead}
   */
  public void leaveRead(int entered) {
    gate.leave(entered);
  }

  /**
   * Acquires the placement lock, which is held until {@link #finishWriting}. A thread must hold
   * this lock while it allocates slots, writes them and changes the map, or makes a checkpoint.
   */
  public void startWriting() {
    writing.lock();
  }

  /** Releases the placement lock. */
  public void finishWriting() {
    writing.unlock();
  }

  /** Waits until all device reads that have already started have ended. */
  public void awaitReads() {
    startWriting();
    try {
      gate.await();
    } finally {
      finishWriting();
    }
  }

  /**
   * Allocates {@code count} free slots, preferably neighbouring ones, and stores their numbers in
   * ascending order in {@code into}.
   */
  public void allocate(int count, long[] into) {
    slots.allocate(count, into);
  }

  /**
   * Announces that the next image of a page will be written to {@code slot}, an allocated slot. A
   * device with units places images by how long they probably last.
   */
  public void willStore(int structure, long pageId, long slot, long version) {
    if (store.units().count() == 0) {
      return;
    }
    PageMap map = map(structure);
    long before = PageMap.isStored(map.place(pageId)) ? map.version(pageId) : -1;
    lifetimes
        .computeIfAbsent(structure, number -> new PageLifetimes(store))
        .expect(pageId, before, version, slot);
  }

  /**
   * Enters into the page map that {@code slot}, an allocated slot, contains a page's newest image.
   */
  public void stored(int structure, long pageId, long slot, int checksum, long version) {
    move(structure, pageId, PageMap.place(slot, checksum), version);
  }

  /** Marks a page in the page map as deleted by log frame {@code version}. */
  public void deleted(int structure, long pageId, long version) {
    move(structure, pageId, PageMap.DELETED, version);
  }

  /** Removes from the page map a page that no commit created. */
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
   * Applies a page's move to {@code slot}, as found in the log when a store is opened. The slot
   * counts as used from now on, and the slot of the page's previous image becomes obsolete.
   */
  public void recovered(int structure, long pageId, long slot, int checksum, long version) {
    slots.use(slot);
    stored(structure, pageId, slot, checksum, version);
  }

  /** Returns whether a page has moved since the last checkpoint. */
  public boolean isMoved() {
    return moved;
  }

  /** Returns whether there are so many obsolete slots that a checkpoint is worthwhile. */
  public boolean wantsCheckpoint() {
    int obsolete = slots.obsoleteCount();
    return obsolete > LEAST_SUPERSEDED && obsolete > slots.usedCount() / MOST_SUPERSEDED_SHARE;
  }

  /**
   * Makes the current state durable and frees obsolete slots. The caller has made the log durable
   * up to {@code frame}, because page images contain changes up to that frame.
   *
   * @param frame number of the newest log frame
   */
  public void checkpoint(long frame) {
    CheckpointEvent event = StoreEvents.checkpoint();
    long metaBefore = durable.pageWrites();
    long discardedBefore = discardedSlots;
    long sequence = durable.superblock().sequence() + 1;
    long first = durable.write(maps, sequence);
    durable.sync();
    durable.switchTo(new Superblock(sequence, frame, first));
    long before = slots.obsoleteCount() + slots.pinnedCount();
    discardFree();
    gate.await();
    slots.release(frame, readers.positions(frame));
    long freed = before - slots.pinnedCount();
    shorten();
    moved = false;
    checkpoints++;
    if (event != null) {
      long pages = durable.pageWrites() - metaBefore;
      long discarded = discardedSlots - discardedBefore;
      event.finish(store.name(), pages, pages * store.pageSize(), freed, discarded);
    }
  }

  /**
   * Copies page images from the end of the file to free slots at its front. The next checkpoint
   * makes the new places durable, and writes the changed maps near the front, too. The caller holds
   * the placement lock and has just made a checkpoint.
   *
   * @param listener receives the places of each batch of images before the maps change
   * @return number of images moved
   * @throws DamagedStoreException if an image is damaged; images that were already moved stay moved
   */
  public long moveToFront(MoveListener listener) {
    long end = slots.usedCount() + slots.pinnedCount();
    ForwardMoves moves = new ForwardMoves(store, FILE, end, this, listener);
    maps.forEach(moves::move);
    for (PageMap map : maps.values()) {
      map.rewriteChunksBehind(end);
    }
    slots.startOver();
    return moves.moved();
  }

  /** Allocates the free slot with the lowest number. */
  long takeFirstFree() {
    slots.startOver();
    slots.allocate(1, oneSlot);
    return oneSlot[0];
  }

  /** Returns 1 plus the number of the last slot that is not free. */
  public long length() {
    return slots.length();
  }

  /**
   * Returns the numbers of the slots that are allocated or obsolete. Slots that are pinned only for
   * readers in other processes are not included.
   */
  public BitSet usedSlots() {
    return slots.usedSlots();
  }

  /** Truncates all free slots at the end of the file. Call this after a checkpoint. */
  public void giveEndBack() {
    long needed = slots.length();
    if (store.pageCount() > needed) {
      store.trim(needed, store.pageCount() - needed);
      durable.sync();
    }
  }

  /** Truncates the free slots at the end of the file if they are at least an eighth of the file. */
  private void shorten() {
    long count = store.pageCount();
    long needed = slots.length();
    if (count - needed > Math.max(LEAST_SUPERSEDED, count / 8)) {
      store.trim(needed, count - needed);
    }
  }

  /**
   * Called by a checkpoint. Discards slots that were already free before this checkpoint, because
   * neither the new superblock nor the previous one refers to them. If slots that this checkpoint
   * frees are still free at the next checkpoint, the next checkpoint discards them.
   */
  private void discardFree() {
    int least = refusesDiscards ? 0 : store.leastDiscard();
    if (least > 0) {
      long discardedNow = slots.discardFree(store, least);
      refusesDiscards = discardedNow < 0;
      discardedSlots += Math.max(0, discardedNow);
    }
  }

  /** Returns the current statistics. */
  public PlacementStats figures() {
    long mapBytes = maps.values().stream().mapToLong(PageMap::sizeBytes).sum();
    return new PlacementStats(
        checkpoints,
        durable.pageWrites(),
        durable.syncs(),
        slots.usedCount() - slots.obsoleteCount(),
        slots.obsoleteCount(),
        slots.pinnedCount(),
        discardedSlots,
        store.pageCount(),
        mapBytes);
  }
}
