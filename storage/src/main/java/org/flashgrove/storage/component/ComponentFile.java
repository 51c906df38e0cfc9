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
 * An index of components in a store: blocks in a space of its own, words in the store's log.
 *
 * <p>New blocks are synced before the EDIT frame is appended that names them, so that a frame in
 * the log never names what a crash may lose. Blocks that an edit retired are erased and given out
 * again when its frame is durable, for until then a crash leads back to them, and when no snapshot
 * looks at a commit at which they counted. What no frame names is free: a crash between blocks and
 * frame leaves nothing to clean up.
 *
 * <p>Each content of a block has a sequence number, which no other content of the store has or had:
 * the log says up to which they were given out, durably before one of them is used.
 *
 * <p>Memory: a buffer of 16 pages for each thread that reads, and one of {@code gather} pages for
 * each block that is being written at a time.
 */
public final class ComponentFile
    implements ComponentStore, StoreStructure<ComponentOperation, ComponentSnapshot> {
  /** Most words of a frame that are the index's. */
  static final int MAX_WORDS = StoreLog.MAX_FRAME_WORDS - 1 - StoreLog.SECTION_HEAD_WORDS;

  /** Blocks that wait for the log at most, or a quarter of those that count. */
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
   * Adds an index of components to a store that is not opened yet.
   *
   * @param store what its structures share; opens and closes this one
   * @param number number of the structure in the store
   * @param space the blocks, which nobody else uses; the caller closes it
   * @param storeTag what binds pages to the store
   * @param gather pages of a block written in one I/O, from 1 to all of them; each block that is
   *     being written takes memory of that size
   * @throws IllegalArgumentException if the store does not log commits: an edit is a frame
   */
  public ComponentFile(LoggedStore store, int number, BlockSpace space, long storeTag, int gather) {
    if (!store.logsCommits()) {
      throw new IllegalArgumentException(
          "an index of components in a store without a log of commits (allowed: sync=op, group,"
              + " close)");
    }
    if (gather < 1 || gather > space.blockPages()) {
      throw new IllegalArgumentException(
          "gather = " + gather + " (allowed: 1 to " + space.blockPages() + ")");
    }
    this.store = store;
    this.number = number;
    this.space = space;
    long tag = BlockPage.tag(storeTag, number);
    lock = store.lock();
    operation = new StagedWords(this, store);
    blocks = new BlockAllocator(space);
    readers = new PagesReaders(space, tag);
    writes = new BlockWrites(space, tag, gather, blocks, lock);
    sequences = new BlockSequences(store, number);
    release = new BlockRelease(store, this, blocks);
    part = new ComponentPart(this, store, space, blocks, writes, sequences, release, operation);
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
          index != null ? "an index is attached already" : "the store is open already");
    }
    index = newIndex;
  }

  @Override
  public LogParticipant participant() {
    return part;
  }

  /** Returns the number of the structure in its store. */
  int number() {
    return number;
  }

  /** Returns the attached index, or null. */
  ComponentIndex index() {
    return index;
  }

  /** Notes that the store is open. */
  void opened() {
    replaying = false;
  }

  /** Notes that the index was dropped. */
  void dropped() {
    dropped = true;
  }

  /** Returns the figures at this moment. */
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

  /** Returns the bytes of a block. */
  long blockBytes() {
    return (long) space.blockPages() * space.pageSize();
  }

  /** Returns the bytes of free blocks in the file that have other blocks behind them. */
  public long looseBytes() {
    lock.lock();
    try {
      release.run();
      return blocks.looseCount() * blockBytes();
    } finally {
      lock.unlock();
    }
  }

  /** Returns about how many bytes of log hold what no block holds. */
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
      throw new IllegalStateException("the store of the index has not been opened");
    }
  }

  // Changes

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

  /** Runs work that may write blocks and make edits; the caller holds the lock. */
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

  /** Lets the index make room for words of a commit. */
  void makeRoom(int words) {
    boolean before = mayWrite; // not whileWriting: nothing is made for each commit
    mayWrite = true;
    try {
      index.makeRoom(words);
    } catch (StoreException e) {
      writes.failed(e);
      throw e;
    } finally {
      mayWrite = before;
    }
  }

  /** Refuses to take blocks and to make edits elsewhere than where the index may. */
  private void requireWriting() {
    if (!lock.isHeldByCurrentThread() || !mayWrite) {
      requireUsable();
      throw new IllegalStateException(
          "blocks cannot be written now (allowed: in makeRoom, flush, maintain)");
    }
  }

  // Blocks

  @Override
  public BlockWriter newBlock() {
    requireWriting();
    if (blocks.isWorthReleasing(store.durableFrame())) {
      release.run();
    }
    sequences.prepare();
    long block = blocks.take();
    return writes.begin(this, block, sequences.next());
  }

  @Override
  public void syncBlocks() {
    requireUsable();
    writes.sync();
  }

  /** Frees blocks of an edit that is not made. */
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

  /** Notes an edit whose frame is in the log, and which is published. */
  void edited(long frame, Block[] added, Block[] retired) {
    blocks.edited(frame, store.committedFrame(), added, retired);
    edits++;
  }

  /** Returns whether there was an edit since the store was opened. */
  boolean isEdited() {
    return edits > 0;
  }

  /** Has blocks be durable that an edit names next, and refuses others than it may name. */
  void prepareEdit(Block[] added, Block[] retired) {
    blocks.requireSealed(added);
    blocks.requireLive(retired);
    if (added.length > 0) {
      syncBlocks();
    }
  }

  /** Has the log synced before many blocks wait for it. */
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

  // Snapshots

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
   * Keeps the blocks that count now as they are, for a copy of the store: none of them is erased or
   * given out again before {@link #endCopy}. The caller captures the store and holds the commit
   * lock, without which no block becomes valid or invalid. The caller may also hold the placement
   * lock, so this method does not take the store lock.
   *
   * @throws IllegalStateException if a copy is under way
   */
  public List<Block> startCopy() {
    release.startCopy();
    return blocks.live();
  }

  /**
   * Ends the copy, complete or not: its blocks are given out again when nothing else needs them.
   */
  public void endCopy() {
    release.endCopy();
  }

  /** Lets the index drop what it kept for a snapshot that was closed. */
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
