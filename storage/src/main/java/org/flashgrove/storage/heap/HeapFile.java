package org.flashgrove.storage.heap;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.page.PageStore;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PageMap;

/**
 * A heap file: records in pages of their own among the slots of a store, with stable RIDs. Pages
 * are written out of place, after the log frames of their changes.
 *
 * <p>A log record names page and slot and carries the new cell, so replaying it needs nothing but
 * the page as it was before, or nothing at all if the page's version is not older. The free-space
 * map is restored from its own pages and from the categories in the records; its pages are written
 * only by {@link #flush}.
 *
 * <p>One operation is open at a time; calls come from one thread at a time.
 */
public final class HeapFile implements HeapParticipant {
  /** Bytes of an OVERFLOW record before the payload: next page, RID, number in the chain. */
  static final int OVERFLOW_HEAD = 24;

  private final HeapDevice device;
  private final HeapBuffer buffer;
  private final FreeSpaceMap spaces;
  private final StagedPages staged;
  private final HeapChanges changes = new HeapChanges();
  private final HeapOperation operation;
  private final RecordReader reader = new RecordReader(new Published());
  private final int tree;
  private final int reservedWords;
  private final Runnable committer;
  private Map<Long, long[]> moves = new HashMap<>();
  private long[] mapVersions = new long[0];
  private boolean replaying = true;
  private StoreException failure;
  private boolean closed;

  /**
   * A heap file whose log has still to be replayed.
   *
   * @param tree number of the heap file in the store, different from those of trees
   * @param storeTag what binds pages to the store
   * @param log where MOVE frames go
   * @param memory the pages in memory
   * @param reservedWords words the log writer wants in front of staged words
   * @param committer appends the staged words to the log and publishes; what {@link
   *     HeapOperation#commit()} calls
   */
  public HeapFile(
      PageStore store,
      FreePages slots,
      int tree,
      long storeTag,
      MoveLog log,
      HeapMemory memory,
      int reservedWords,
      Runnable committer) {
    this.tree = tree;
    this.reservedWords = reservedWords;
    this.committer = Objects.requireNonNull(committer, "committer");
    device = new HeapDevice(store, slots, tree, storeTag, log);
    buffer = new HeapBuffer(device, memory.frames(), memory.policy());
    spaces = new FreeSpaceMap(store.pageSize());
    staged = new StagedPages(device, buffer);
    operation = new HeapOperation(this, staged, spaces, changes);
  }

  int pageSize() {
    return device.pageSize();
  }

  HeapBuffer buffer() {
    return buffer;
  }

  HeapDevice device() {
    return device;
  }

  FreeSpaceMap spaces() {
    return spaces;
  }

  /** Whether a page has a published image. */
  boolean exists(long pageId) {
    return buffer.resident(pageId) != null || PageMap.isStored(device.map().place(pageId));
  }

  /** Whether the published image of a page may hold records. */
  boolean mayHoldRecords(long pageId) {
    return staged.contains(pageId) ? exists(pageId) : FreeSpaceMap.isData(spaces.of(pageId));
  }

  boolean isStaging() {
    return operation.isStaging();
  }

  /** Number of records. */
  public long size() {
    return spaces.records();
  }

  /** Figures at this moment. */
  public HeapFigures figures() {
    return new HeapFigures(
        spaces.records(),
        spaces.lastPage() + 1,
        device.pagesWritten(),
        buffer.pageCount(),
        buffer.dirtyCount(),
        buffer.hits(),
        buffer.misses(),
        buffer.flushes());
  }

  void requireUsable() {
    if (closed) {
      throw new StoreClosedException("the heap file is closed");
    }
    if (replaying) {
      throw new IllegalStateException("the log of the heap file has not been replayed");
    }
    if (failure == null) {
      failure = device.failure(); // of a page that had to leave for one that was read
    }
    if (failure != null) {
      throw new StoreClosedException(
          "the heap file refuses work after a failure until it is opened again: "
              + failure.getMessage(),
          failure);
    }
  }

  /** Opens an operation; one at a time. */
  public HeapOperation begin() {
    requireUsable();
    operation.start();
    return operation;
  }

  /**
   * Reads a record as the newest commit left it.
   *
   * @return whether there is such a record
   */
  public boolean get(long rid, HeapRecord into) {
    requireUsable();
    boolean found = reader.read(rid, into);
    reader.release();
    return found;
  }

  /**
   * Starts a scan of all records in the order of their pages.
   *
   * @param readAheadPages pages read together ahead of their use, 1 to 1,024
   */
  public HeapScan scan(int readAheadPages) {
    requireUsable();
    return new HeapScan(this, readAheadPages);
  }

  /** Checks pages, chains, forwards and the free-space map. */
  public HeapCheck.Report check() {
    requireUsable();
    return new HeapCheck(this).run();
  }

  void commit() {
    if (changes.isEmpty()) {
      abandon();
      return;
    }
    try {
      committer.run();
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public int tree() {
    return tree;
  }

  @Override
  public long[] stagedWords() {
    return changes.words();
  }

  @Override
  public int stagedLength() {
    return changes.length();
  }

  @Override
  public int reservedWords() {
    return reservedWords;
  }

  @Override
  public void publish(long frame) {
    operation.published();
    try {
      spaces.keep();
      staged.publish(frame);
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void abandon() {
    staged.discard();
    spaces.undo();
  }

  @Override
  public void move(long pageId, long place, long version) {
    if (pageId < 0 || pageId > Integer.MAX_VALUE * 64L) {
      throw new DamagedStoreException("log", "MOVE frame", "heap page " + pageId);
    }
    long[] known = moves.getOrDefault(pageId, new long[0]);
    long[] more = Arrays.copyOf(known, known.length + 2);
    more[known.length] = place;
    more[known.length + 1] = version;
    moves.put(pageId, more);
  }

  @Override
  public long movesRead() {
    long lost = 0;
    HeapPage page = device.take();
    for (Map.Entry<Long, long[]> entry : moves.entrySet()) {
      lost += settle(entry.getKey(), entry.getValue(), page);
    }
    device.give(page);
    moves = new HashMap<>();
    loadSpaces();
    return lost;
  }

  /** Takes over the newest move whose image is there; returns how many are not. */
  private long settle(long pageId, long[] places, HeapPage page) {
    long lost = 0;
    for (int at = places.length - 2; at >= 0; at -= 2) {
      long place = places[at];
      boolean there =
          place == PageMap.DELETED
              || PageMap.isStored(place) && device.verifies(page, pageId, place);
      if (there) {
        device.recovered(pageId, place, places[at + 1]);
        return lost;
      }
      lost++;
    }
    return lost;
  }

  private void loadSpaces() {
    PageMap map = device.map();
    int groups = 0;
    while (spaces.mapPage(groups) < map.nodeBound()) {
      groups++;
    }
    mapVersions = new long[groups];
    HeapPage page = device.take();
    for (int group = 0; group < groups; group++) {
      long pageId = spaces.mapPage(group);
      mapVersions[group] = map.version(pageId);
      if (PageMap.isStored(map.place(pageId))) {
        device.read(page, pageId);
        if (page.kind() != HeapPage.FREE_SPACE_MAP) {
          throw HeapPage.damaged(HeapDevice.FILE, pageId, "no page of the free-space map");
        }
        spaces.load(group, page);
      }
    }
    device.give(page);
  }

  @Override
  public void replay(long frame, long[] words, int from, int to) {
    Replay replay = new Replay(frame);
    HeapChanges.decode(words, from, to, pageSize(), replay);
    spaces.keep();
    staged.publish(frame);
  }

  @Override
  public void replayed() {
    replaying = false;
  }

  @Override
  public void flush(long frame) {
    requireUsable();
    if (operation.isStaging()) {
      throw new IllegalStateException("flush inside an operation");
    }
    try {
      buffer.flush();
      flushSpaces(frame);
    } catch (StoreException e) {
      failure = e;
      throw e;
    }
  }

  private void flushSpaces(long frame) {
    HeapPage page = device.take();
    for (int group = spaces.nextChanged(0); group >= 0; group = spaces.nextChanged(group + 1)) {
      spaces.store(group, page);
      page.version(frame);
      device.append(page);
    }
    device.finishBatch();
    for (int group = spaces.nextChanged(0); group >= 0; group = spaces.nextChanged(group + 1)) {
      spaces.stored(group);
    }
    device.give(page);
  }

  /** Ends the use of this object; nothing is written. */
  public void close() {
    closed = true;
  }

  boolean isUsable() {
    return !closed && failure == null && device.failure() == null;
  }

  /** The file's pages as the newest commit left them. */
  private final class Published implements RecordReader.Source {
    @Override
    public HeapPage pin(long pageId) {
      return buffer.pin(pageId);
    }

    @Override
    public void unpin(HeapPage page) {
      buffer.unpin(page);
    }

    @Override
    public boolean exists(long pageId) {
      return HeapFile.this.exists(pageId);
    }
  }

  /** Applies one frame's changes to staged pages. */
  private final class Replay implements HeapChanges.Consumer {
    private final long frame;

    Replay(long frame) {
      this.frame = frame;
    }

    @Override
    public void change(int kind, long pageId, int slot, int category, byte[] bytes, int length) {
      // a page that is not used any more is known to the page map, if not to the free-space map
      long bound = Math.max(spaces.lastPage() + 3, device.map().nodeBound());
      if (spaces.isMapPage(pageId) || pageId >= bound) {
        throw damaged(pageId, "no page that could be next");
      }
      int group = spaces.group(pageId);
      if (group >= mapVersions.length || frame > mapVersions[group]) {
        spaces.set(pageId, category, recordsAdded(kind, bytes, length));
      }
      if (!staged.contains(pageId) && device.map().version(pageId) >= frame) {
        staged.skip(pageId);
      }
      if (!staged.contains(pageId) || staged.get(pageId) != null) {
        apply(kind, pageId, slot, bytes, length);
      }
    }

    private DamagedStoreException damaged(long pageId, String cause) {
      return new DamagedStoreException("log", "frame " + frame + ", heap page " + pageId, cause);
    }

    private int recordsAdded(int kind, byte[] bytes, int length) {
      switch (kind) {
        case HeapChanges.INSERT:
          return length > 0 && HeapCell.isHome(bytes[0]) ? 1 : 0;
        case HeapChanges.REMOVE:
          return -1;
        default:
          return 0;
      }
    }

    private void apply(int kind, long pageId, int slot, byte[] bytes, int length) {
      switch (kind) {
        case HeapChanges.FORMAT:
          staged.format(HeapPage.DATA, pageId);
          break;
        case HeapChanges.FREE:
          staged.format(HeapPage.FREE, pageId);
          break;
        case HeapChanges.OVERFLOW:
          overflow(pageId, bytes, length);
          break;
        case HeapChanges.INSERT:
        case HeapChanges.REPLACE:
          put(kind, pageId, slot, bytes, length);
          break;
        default:
          data(pageId, slot, true).remove(slot);
      }
    }

    private void overflow(long pageId, byte[] bytes, int length) {
      int payload = length - OVERFLOW_HEAD;
      if (payload < 1 || payload > HeapPage.payloadCapacity(pageSize())) {
        throw damaged(pageId, "overflow page of " + payload + " bytes");
      }
      ByteBuffer record = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      staged
          .format(HeapPage.OVERFLOW, pageId)
          .overflow(
              record.getLong(0),
              record.getLong(8),
              (int) record.getLong(16),
              bytes,
              OVERFLOW_HEAD,
              payload);
    }

    private void put(int kind, long pageId, int slot, byte[] bytes, int length) {
      HeapPage page = data(pageId, slot, kind == HeapChanges.REPLACE);
      ByteBuffer cell = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      if (!HeapCell.isPossible(cell, 0, length) || !page.hasRoom(slot, length)) {
        throw damaged(pageId, "slot " + slot + " cannot take this cell of " + length + " bytes");
      }
      page.put(slot, bytes, length);
    }

    private HeapPage data(long pageId, int slot, boolean used) {
      HeapPage page = staged.change(pageId);
      if (page.kind() != HeapPage.DATA || page.isUsed(slot) != used) {
        throw damaged(pageId, "slot " + slot + " is not as the change found it");
      }
      return page;
    }
  }
}
