package org.flashgrove.storage.component;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.EmptiedUnits;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.commit.Commits;

/**
 * Stores an index that is made of components, such as the sorted runs of an LSM tree, in a block
 * space of its own. The store's log contains the changes of the index, and which blocks are valid.
 *
 * <p>An EDIT frame of the log names the blocks that become valid. The new blocks are synced before
 * the frame is appended, so that the log never names a block that a crash may lose. A block that no
 * frame names is free, so a crash between the sync and the append leaves nothing to clean up.
 *
 * <p>An edit also retires blocks. A retired block is erased and reused only when two conditions
 * hold. The edit's frame is durable, because until then recovery may need the block. No snapshot
 * sees the block any more.
 *
 * <p>Each time a block is written it gets a sequence number that is unique in the store. See {@link
 * BlockSequences}.
 *
 * <p>Memory: a buffer of 16 pages for each reading thread, and a buffer of {@code gather} pages for
 * each block that is being written.
 */
public final class ComponentFile
    implements ComponentStore, StoreStructure<ComponentOperation, ComponentSnapshot> {
  /** Maximum number of words that the index can store in one log frame. */
  static final int MAX_WORDS = StoreLog.MAX_FRAME_WORDS - 1 - StoreLog.SECTION_HEAD_WORDS;

  /**
   * Maximum number of retired blocks that cannot be reused because the edits that retired them are
   * not durable. If a quarter of the number of valid blocks is greater, that is the limit instead.
   */
  private static final int MOST_WAITING = 8;

  private final LoggedStore store;
  private final int number;
  private final BlockSpace space;
  private final ReentrantLock lock;
  private final BlockAllocator blocks;
  private final PagesReaders readers;
  private final BlockWrites writes;
  private final BlockSequences sequences;
  private final BlockRelease release;
  private final StagedWords operation;
  private final ComponentPart part;
  private final LongFunction<ComponentLease> leases = frame -> new ComponentLease(this, frame);
  private ComponentIndex index;
  private boolean replaying = true;
  private boolean mayWrite;
  private long edits;

  private volatile boolean dropped;

  /**
   * Adds an index of components to a store that is not open yet.
   *
   * @param store the store, which opens and closes this index
   * @param number number of the structure in the store
   * @param space the blocks, used by nobody else; the caller closes the space
   * @param storeTag tag that binds pages to the store
   * @param gather number of pages written in one I/O, from 1 to the pages of a block; each block
   *     that is being written needs a buffer of that size
   * @throws IllegalArgumentException if {@code gather} is out of range, or the store does not log
   *     its commits: an edit needs a log frame
   */
  public ComponentFile(LoggedStore store, int number, BlockSpace space, long storeTag, int gather) {
    if (!store.logsCommits()) {
      throw new IllegalArgumentException(
          "structure " + number + ": the store does not log commits; use a buffer that does");
    }
    if (gather < 1 || gather > space.blockPages()) {
      throw new IllegalArgumentException(
          "gather = " + gather + " (allowed: 1 to " + space.blockPages() + ")");
    }
    this.store = store;
    this.number = number;
    this.space = space;
    var envelopes = new BlockPage(space.name(), space.pageSize(), BlockPage.tag(storeTag, number));
    lock = store.lock();
    operation = new StagedWords(this, store);
    blocks = new BlockAllocator(space);
    readers = new PagesReaders(space, envelopes);
    writes = new BlockWrites(space, envelopes, gather, blocks, lock);
    sequences = new BlockSequences(store, number);
    part = new ComponentPart(this, store, blocks, writes, sequences, operation);
    release = part.release();
    store.add(part);
  }

  @Override
  public String name() {
    return space.name();
  }

  @Override
  public int pageSize() {
    return space.pageSize();
  }

  @Override
  public int blockPages() {
    return space.blockPages();
  }

  @Override
  public void attach(ComponentIndex newIndex) {
    if (index != null || !replaying) {
      throw new IllegalStateException(
          space.name()
              + (index != null
                  ? ": an index is already attached; attach one index"
                  : ": the store is already open; attach the index before opening it"));
    }
    index = newIndex;
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  int number() {
    return number;
  }

  /** Returns the attached index, or null. */
  ComponentIndex index() {
    return index;
  }

  /** Ends the replay. Called once the store is open. */
  void opened() {
    replaying = false;
  }

  /** Marks the index as dropped. Called by the store. */
  void dropped() {
    dropped = true;
  }

  /** Returns statistics of the blocks. */
  public ComponentStats figures() {
    lock.lock();
    try {
      return new ComponentStats(
          blocks.liveCount(),
          blocks.retiredCount(),
          space.blockCount(),
          writes.blocksWritten(),
          writes.pagesWritten(),
          edits);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Frees the blocks that can be freed. Returns the total bytes of the free blocks that have a
   * lower number than the last block in use.
   */
  public long looseBytes() {
    lock.lock();
    try {
      release.run();
      return (long) blocks.looseCount() * blockPages() * pageSize();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the approximate bytes of the log frames whose changes are not in blocks yet. */
  public long unflushedBytes() {
    lock.lock();
    try {
      return index.unflushedBytes();
    } finally {
      lock.unlock();
    }
  }

  void requireReadable() {
    store.requireReadable();
    requireOpened();
  }

  void requireUsable() {
    store.requireUsable();
    requireOpened();
  }

  private void requireOpened() {
    if (replaying) {
      throw new IllegalStateException(space.name() + ": the store is not open; open it first");
    }
  }

  @Override
  public ComponentOperation begin() {
    requireUsable();
    operation.start();
    return operation;
  }

  void commitAsync() {
    store.commitAsync(part);
  }

  @Override
  public boolean commitLater(long[] words, int length) {
    return store.commitLater(part, words, length);
  }

  @Override
  public void applyWaiting() {
    store.applyWaiting();
  }

  @Override
  public void awaitDurable() {
    store.awaitDurable();
  }

  @Override
  public void maintain(Runnable work) {
    requireUsable();
    if (dropped) {
      throw new StoreClosedException(space.name() + ": the index was dropped");
    }
    store.maintain(() -> whileWriting(work));
  }

  /** Runs work that may write blocks and make edits. The caller holds the store lock. */
  void whileWriting(Runnable work) {
    boolean before = mayWrite;
    mayWrite = true;
    try {
      work.run();
    } catch (StoreException e) {
      writes.failed(e);
      throw e;
    } finally {
      mayWrite = before;
    }
  }

  /** Lets the index make room in memory for the {@code words} words of a commit. */
  void makeRoom(int words, long[] next) {
    boolean before = mayWrite; // does not call whileWriting, to allocate nothing for each commit
    mayWrite = true;
    try {
      index.makeRoom(words, next);
    } catch (StoreException e) {
      writes.failed(e);
      throw e;
    } finally {
      mayWrite = before;
    }
  }

  /** Throws unless the index may allocate blocks and make edits now. */
  private void requireWriting() {
    if (!lock.isHeldByCurrentThread() || !mayWrite) {
      requireUsable();
      throw new IllegalStateException(
          "blocks cannot be written now; write them in makeRoom, flush or maintain");
    }
  }

  @Override
  public BlockWriter newBlock() {
    return newBlock(0);
  }

  @Override
  public BlockWriter newBlock(int level) {
    requireWriting();
    if (blocks.isWorthReleasing(store.durableFrame())) {
      release.run();
    }
    sequences.prepare();
    long block = blocks.take();
    space.expect(block, level);
    return writes.begin(this, block, sequences.next());
  }

  @Override
  public EmptiedUnits emptiedUnits() {
    return new EmptiedUnits(space.units(), blockPages(), pageSize());
  }

  @Override
  public void syncBlocks() {
    requireUsable();
    writes.sync();
  }

  /** Frees the blocks that an edit was to make valid. The edit was not committed. */
  void givenBack(Block[] written) {
    lock.lock();
    try {
      for (Block block : written) {
        blocks.giveBack(block);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish) {
    requireWriting();
    if (length < 0 || length > Math.min(words.length, MAX_WORDS)) {
      throw new IllegalArgumentException(
          length + " words (allowed: 0 to " + Math.min(words.length, MAX_WORDS) + ")");
    }
    prepareEdit(added, retired);
    long frame = store.frames().append(number, StoreLog.EDIT, words, length);
    store.rearrange(publish);
    edited(frame, added, retired);
    boundWaiting();
    return frame;
  }

  /**
   * Marks the added blocks of an edit as valid and the retired blocks as retired. Called after the
   * edit's frame was appended to the log and the index has published the edit.
   */
  void edited(long frame, Block[] added, Block[] retired) {
    blocks.edited(frame, store.committedFrame(), added, retired);
    edits++;
  }

  /** Returns whether the set of valid blocks was changed since the store was opened. */
  boolean isEdited() {
    return edits > 0;
  }

  /** Checks the blocks of an edit, and syncs the blocks that the edit makes valid. */
  void prepareEdit(Block[] added, Block[] retired) {
    blocks.requireSealed(added);
    blocks.requireLive(retired);
    if (added.length > 0) {
      syncBlocks();
    }
  }

  /** Syncs the log if too many retired blocks cannot be reused before a sync. */
  private void boundWaiting() {
    int most = Math.max(MOST_WAITING, blocks.liveCount() / 4);
    if (blocks.retiredBehind(store.durableFrame()) > most) {
      store.sync();
    }
  }

  @Override
  public void read(PageRequests wanted, PageSink sink) {
    requireReadable();
    readers.read(wanted, sink, sequences.setAside());
  }

  @Override
  public ComponentSnapshot snapshot() {
    requireReadable();
    Commits commits = store.commits();
    ComponentLease lease = commits.lease(this, leases);
    boolean taken = false;
    try {
      while (!taken) {
        long settled = commits.settled();
        long commit = commits.newest();
        lease.look(commit);
        lease.state(index.capture(commit), commits.committed());
        taken = commits.isStill(settled);
      }
      return lease;
    } finally {
      if (!taken) {
        lease.close();
      }
    }
  }

  /**
   * Keeps all blocks that are valid now, so that none of them is erased or reused before {@link
   * #endCopy}. Called when a backup starts to copy the store.
   *
   * <p>The caller holds the commit lock, so no block becomes valid or invalid during this call. The
   * caller may also hold the placement lock. This method therefore does not acquire the store lock.
   *
   * @return the valid blocks
   * @throws IllegalStateException if another copy is running
   */
  public List<Block> startCopy() {
    release.startCopy();
    return blocks.live();
  }

  /**
   * Called when the backup ends, successfully or not. From then on, a block that {@link #startCopy}
   * kept can be reused when no snapshot, reader or recovery needs the block.
   */
  public void endCopy() {
    release.endCopy();
  }

  /** Lets the index discard data that it kept only for a snapshot that has been closed. */
  void snapshotClosed() {
    if (index.keepsForSnapshots()) {
      store.prune();
    }
  }

  @Override
  public long newestCommit() {
    return store.committedFrame();
  }

  @Override
  public void sync() {
    store.sync();
  }

  @Override
  public void flush() {
    store.flush();
  }

  @Override
  public void close() {
    store.close();
  }
}
