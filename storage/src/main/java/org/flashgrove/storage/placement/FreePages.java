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
 * The slots of a page file whose pages are written out of place ({@code placement=free}): the page
 * map of each structure, the free slots, and the two superblocks.
 *
 * <p>The new image of a page goes to a free slot. The slot of the old image is obsolete, and
 * becomes free at the next {@link #checkpoint}. A checkpoint leaves a durable state: superblock,
 * directory, chunks of the maps, images. No slot of that state is written before the next
 * checkpoint.
 *
 * <p>Maps may be read and {@link #enterRead} called by any thread; everything else is for one
 * thread at a time.
 */
public final class FreePages {
  /** Name of the file in messages. */
  public static final String FILE = "nodes.pages";

  /** Sequence number of the checkpoint that creates a store. */
  public static final long FIRST_SEQUENCE = 1;

  /** A checkpoint is due when more than one in this many used slots is obsolete. */
  private static final int MOST_SUPERSEDED_SHARE = 4;

  private static final int LEAST_SUPERSEDED = 32;

  private final PageStore store;
  private final Map<Integer, PageMap> maps = new TreeMap<>();
  private final SlotAllocator slots = new SlotAllocator();
  private final DurableMaps durable;
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

  /** Writes the first durable state, without pages of structures, to an empty store. */
  public static FreePages create(PageStore store, long storeTag) {
    FreePages pages = new FreePages(store, storeTag);
    store.extend(Superblock.SLOTS);
    pages.durable.switchTo(new Superblock(FIRST_SEQUENCE, 0, PageMap.NEVER));
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
    pages.durable.load(pages::map);
    pages.settle();
    return pages;
  }

  /**
   * Reads the superblock of a store that another process may write.
   *
   * @throws DamagedStoreException if none verifies
   */
  public static Superblock newest(PageStore store, long storeTag) {
    return new DurableMaps(store, storeTag, new SlotAllocator()).findSuperblock();
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

  /**
   * Syncs the file. A killed process may have left pages that only the operating system holds.
   * Slots that its superblock names free must not be written before that superblock is durable, nor
   * slots of obsolete images before the images that supersede them are.
   */
  private void settle() {
    durable.sync();
  }

  /**
   * Returns whether a structure can have a page of an id. Ids are dense, so ids beyond the map and
   * the room of file and memory are impossible. Without this check a damaged id would create tables
   * that fill all memory.
   */
  public boolean isPossible(int structure, long pageId) {
    return pageId >= 0 && pageId < map(structure).pageBound() + durable.mostPages();
  }

  /**
   * Forgets all pages of the structures that a test names, when a store is opened: their slots are
   * obsolete, and become free at the next checkpoint.
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

  /** Returns the page map of a structure, by its number in the store. */
  public PageMap map(int structure) {
    return maps.computeIfAbsent(structure, number -> durable.newMap());
  }

  /** Returns the bytes of a slot. */
  public int pageSize() {
    return store.pageSize();
  }

  /** Returns the newest log frame whose moves the durable map contains. */
  public long frame() {
    return durable.superblock().frame();
  }

  /** Returns the sequence number of the last checkpoint. */
  public long sequence() {
    return durable.superblock().sequence();
  }

  /**
   * Begins a read: call it before looking up a page's place and reading its slot. Until {@link
   * #leaveRead} no slot that a checkpoint frees is given to another image.
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
   * Takes the lock for writing pages, until {@link #finishWriting}. A thread holds it while it
   * allocates slots, writes them and changes the map, or makes a checkpoint.
   */
  public void startWriting() {
    writing.lock();
  }

  /** Releases that lock. */
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
   * the map named before is obsolete.
   */
  public void recovered(int structure, long pageId, long slot, int checksum, long version) {
    slots.use(slot);
    stored(structure, pageId, slot, checksum, version);
  }

  /** Returns whether anything moved since the last checkpoint. */
  public boolean isMoved() {
    return moved;
  }

  /** Returns whether the obsolete slots are enough for a checkpoint to be due. */
  public boolean wantsCheckpoint() {
    int obsolete = slots.obsoleteCount();
    return obsolete > LEAST_SUPERSEDED && obsolete > slots.usedCount() / MOST_SUPERSEDED_SHARE;
  }

  /**
   * Makes the present state the durable one and frees obsolete slots. The log must be durable up to
   * {@code frame}: images contain changes up to there.
   *
   * @param frame newest log frame
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
   * Copies images from the end of the file to free slots before it, unchanged. The next checkpoint
   * makes their places durable and writes the map as near to the front as there is room. The caller
   * holds the lock for writing, and has just made a checkpoint.
   *
   * @param listener receives the places of each batch of images, before the maps change
   * @return number of images moved
   * @throws DamagedStoreException if the slot of a place does not hold its image; images moved
   *     before stay moved
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

  /** Gives all free slots at the end of the file back; call it after a checkpoint. */
  public void giveEndBack() {
    long needed = slots.length();
    if (store.pageCount() > needed) {
      store.trim(needed, store.pageCount() - needed);
      durable.sync();
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
   * Discards the slots that were free before this checkpoint, to which neither superblock refers.
   * Slots that this checkpoint frees are discarded at the next one, if they are still free then.
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
