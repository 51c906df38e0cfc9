package org.flashgrove.storage.component;

import java.nio.ByteBuffer;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.flashgrove.core.component.Block;
import org.flashgrove.core.component.BlockSpace;
import org.flashgrove.core.component.BlockWriter;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentOperation;
import org.flashgrove.core.component.ComponentSnapshot;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.component.PageRequests;
import org.flashgrove.core.component.PageSink;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.ReaderPositions;
import org.flashgrove.storage.file.StoreReaders;
import org.flashgrove.storage.log.LogParticipant;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.StructureOperation;
import org.flashgrove.storage.log.commit.CommitLease;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.role.Replayed;

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
  /** Sequence numbers that one frame of the log sets aside. */
  private static final long SEQUENCES_AHEAD = 1L << 20;

  /** Most words of a frame that are the index's. */
  static final int MAX_WORDS = StoreLog.MAX_FRAME_WORDS - 1 - StoreLog.SECTION_HEAD_WORDS;

  /** Greatest bound of sequence numbers. */
  private static final long MAX_SEQUENCE = Long.MAX_VALUE / 2;

  /** Blocks that wait for the log at most, or a quarter of those that count. */
  private static final int MOST_WAITING = 8;

  private final LoggedStore store;
  private final int number;
  private final BlockSpace space;
  private final long tag;
  private final int gather;
  private final ReentrantLock lock;
  private final BlockAllocator blocks;
  private final PagesReaders readers;
  private final StagedWords operation;
  private final Part part = new Part();
  private final LongFunction<ComponentLease> leases = frame -> new ComponentLease(this, frame);
  private final Deque<ByteBuffer> spareBuffers = new ConcurrentLinkedDeque<>();
  private ComponentIndex index;
  private boolean replaying = true;
  private boolean mayWrite;
  private final OrderedLock syncing = new OrderedLock(LockRank.BLOCK_SYNC);
  private volatile boolean unsynced;
  private long lastSequence;
  private volatile long setAside;
  private final AtomicLong blocksWritten = new AtomicLong();
  private final AtomicLong pagesWritten = new AtomicLong();
  private long edits;

  /** Newest commit when the copy began that is under way; {@link Commits#NONE} if none is. */
  private volatile long copied = Commits.NONE;

  private volatile StoreException failure;
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
    this.gather = gather;
    tag = BlockPage.tag(storeTag, number);
    lock = store.lock();
    operation = new StagedWords(this, store);
    blocks = new BlockAllocator(space);
    readers = new PagesReaders(space, tag);
    store.add(part);
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

  /** Returns the figures at this moment. */
  public ComponentFigures figures() {
    lock.lock();
    try {
      return new ComponentFigures(
          blocks.liveCount(),
          blocks.retiredCount(),
          space.blockCount(),
          blocksWritten.get(),
          pagesWritten.get(),
          edits);
    } finally {
      lock.unlock();
    }
  }

  private long blockBytes() {
    return (long) space.blockPages() * space.pageSize();
  }

  /** Returns the bytes of free blocks in the file that have other blocks behind them. */
  public long looseBytes() {
    lock.lock();
    try {
      release();
      return blocks.looseCount() * blockBytes();
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

  private void whileWriting(Runnable work) {
    boolean before = mayWrite;
    mayWrite = true;
    try {
      work.run();
    } catch (StoreException e) {
      failed(e);
      throw e;
    } finally {
      mayWrite = before;
    }
  }

  /** Notes a failure, after which the store takes no changes. */
  private void failed(StoreException cause) {
    failure = failure == null ? cause : failure;
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
      release();
    }
    if (lastSequence == setAside) {
      setSequencesAside();
    }
    long block = blocks.take();
    ByteBuffer buffer = spareBuffers.pollFirst();
    if (buffer == null) {
      buffer = AlignedBuffers.allocate(gather * space.pageSize());
    }
    return new PagesWriter(this, block, ++lastSequence, buffer, gather);
  }

  /** Frees retired blocks to which neither a crash nor a snapshot nor a reader leads back. */
  private void release() {
    if (blocks.retiredCount() > 0) {
      long durable = store.durableFrame(); // before readers are asked for: later ones know of it
      ReaderPositions others = readersBeside().positions(store.frames().lastFrame());
      blocks.release(
          durable, (since, until, frame) -> isLookedAt(since, until) || others.see(since, frame));
    }
  }

  private StoreReaders readersBeside() {
    return store.pages() == null ? StoreReaders.NONE : store.pages().readers();
  }

  /** Returns whether a snapshot of this index, or a copy, looks at one of some commits. */
  private boolean isLookedAt(long since, long until) {
    if (copied >= since && copied <= until) {
      return true;
    }
    for (CommitLease lease : store.commits().leases()) {
      long commit = lease.frame();
      if (lease.owner() == this && commit >= since && commit <= until) {
        return true;
      }
    }
    return false;
  }

  /** Sets sequences aside, durably: after a crash none of them is given out again. */
  private void setSequencesAside() {
    long bound = lastSequence + SEQUENCES_AHEAD;
    store.frames().append(number, StoreLog.SEQUENCES, new long[] {bound}, 1);
    store.sync();
    setAside = bound;
  }

  /** Fills the envelope of a page; returns its checksum. */
  int sealPage(byte[] page, long block, long sequence, int pageIndex) {
    pagesWritten.incrementAndGet();
    return BlockPage.seal(page, space.pageSize(), tag, block, sequence, pageIndex);
  }

  /** Writes pages of a block that was taken. */
  void write(long block, int firstPage, int count, ByteBuffer pages) {
    try {
      space.write(block, firstPage, count, pages);
      unsynced = true; // behind the write: a sync that began before does not count for it
    } catch (StoreException e) {
      failed(e);
      throw e;
    }
  }

  @Override
  public void syncBlocks() {
    requireUsable();
    syncing.lock(); // a thread that finds nothing to do finds it done
    try {
      if (unsynced) {
        unsynced = false;
        space.sync();
      }
    } catch (StoreException e) {
      failed(e);
      throw e;
    } finally {
      syncing.unlock();
    }
  }

  /** Notes a block that is written whole. */
  void sealed(Block block, ByteBuffer buffer) {
    blocks.sealed(block);
    spareBuffers.addFirst(buffer);
    blocksWritten.incrementAndGet();
  }

  /** Frees a block that was taken and is not needed. */
  void givenBack(long block, ByteBuffer buffer) {
    lock.lock();
    try {
      blocks.giveBack(block);
      spareBuffers.addFirst(buffer);
    } finally {
      lock.unlock();
    }
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
    blocks.edited(frame, store.committedFrame(), added, retired);
    edits++;
    boundWaiting();
    return frame;
  }

  /** Has blocks be durable that an edit names next, and refuses others than it may name. */
  private void prepareEdit(Block[] added, Block[] retired) {
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
    readers.read(wanted, sink, setAside);
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
    if (copied != Commits.NONE) {
      throw new IllegalStateException("a copy is under way (allowed: one at a time)");
    }
    copied = store.committedFrame();
    return blocks.live();
  }

  /**
   * Ends the copy, complete or not: its blocks are given out again when nothing else needs them.
   */
  public void endCopy() {
    copied = Commits.NONE;
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

  /** The index as a part of its store. */
  private final class Part implements LogParticipant {
    private long changes;
    private boolean checkpointIsOver;

    @Override
    public int number() {
      return number;
    }

    @Override
    public String fileName() {
      return space.name();
    }

    @Override
    public boolean sharesSlots() {
      return false;
    }

    @Override
    public boolean isEdited() {
      return edits > 0;
    }

    @Override
    public boolean holds(long pageId, long place) {
      throw new UnsupportedOperationException("structure " + number + " has no page in a slot");
    }

    @Override
    public void startReplay(Map<Long, Long> lastFlush) {
      if (index == null) {
        throw new IllegalStateException("no index is attached to structure " + number);
      }
    }

    @Override
    public void replay(long frame, int type, long[] words, int length) {
      switch (type) {
        case StoreLog.SEQUENCES:
          if (length != 1 || words[0] <= setAside || words[0] > MAX_SEQUENCE) {
            throw damaged(frame, "impossible SEQUENCES frame");
          }
          setAside = words[0];
          break;
        case StoreLog.CHECKPOINT:
          if (checkpointIsOver && index.checkpointSteps() == null) {
            throw damaged(frame, "a checkpoint behind other frames of structure " + number);
          }
          index.restore(frame, ComponentIndex.Kind.CHECKPOINT, words, length);
          break;
        case StoreLog.EDIT:
          checkpointIsOver = true;
          index.restore(frame, ComponentIndex.Kind.EDIT, words, length);
          break;
        case StoreLog.CHANGES:
          checkpointIsOver = true;
          changes++;
          index.restore(frame, ComponentIndex.Kind.CHANGES, words, length);
          break;
        default:
          throw damaged(frame, "type " + type + " of an index of components");
      }
    }

    private DamagedStoreException damaged(long frame, String cause) {
      return new DamagedStoreException("log", "frame " + frame, cause);
    }

    @Override
    public Replayed finishReplay(long lastFrame) {
      index.visitBlocks(
          block -> {
            if (block.sequence() > setAside) {
              throw new DamagedStoreException(
                  "log",
                  "SEQUENCES frames",
                  "block "
                      + block.number()
                      + " has sequence "
                      + block.sequence()
                      + ", but they were given out up to "
                      + setAside);
            }
            blocks.restore(block);
          });
      long newest = store.frames().lastFrame();
      if (!readersBeside().positions(newest).isEmpty()) {
        blocks.holdFree(newest);
      }
      lastSequence = setAside;
      replaying = false;
      index.opened(lastFrame);
      return new Replayed(changes, 0);
    }

    @Override
    public StructureOperation operation() {
      return operation;
    }

    @Override
    public void makeRoom() {
      StagedWords.Edit edit = operation.edit();
      if (edit == null) {
        makeRoom(operation.length());
      } else {
        whileWriting(() -> prepareEdit(edit.added(), edit.retired()));
      }
    }

    private void makeRoom(int words) {
      boolean before = mayWrite; // not whileWriting: nothing is made for each commit
      mayWrite = true;
      try {
        index.makeRoom(words);
      } catch (StoreException e) {
        failed(e);
        throw e;
      } finally {
        mayWrite = before;
      }
    }

    @Override
    public CommitQueue startWaiting() {
      CommitQueue waiting = index.waiting();
      if (waiting != null) {
        makeRoom(waiting.capacity());
        waiting = index.waiting(); // what was begun for the room may have to be paid for
      }
      return waiting;
    }

    @Override
    public void openWaiting() {
      operation.start(index.waiting());
    }

    @Override
    public void preserve(long newestLive, long until) {
      index.preserve(newestLive);
    }

    @Override
    public void describe(AppendLog.FrameSink section) {
      operation.describe(section);
    }

    @Override
    public void publish(long frame) {
      StagedWords.Edit edit = operation.edit();
      if (operation.isOfWaiting()) {
        index.applyWaiting(frame);
      } else if (edit == null) {
        index.apply(frame, operation.words(), operation.length());
      } else {
        edit.publish().run();
        blocks.edited(frame, store.committedFrame(), edit.added(), edit.retired());
        edits++;
      }
    }

    @Override
    public void prune(long oldestLive) {
      index.prune(oldestLive);
    }

    @Override
    public long unflushedBytes() {
      return index.unflushedBytes();
    }

    @Override
    public void flush() {
      release(); // also blocks that would wait for more of them
      whileWriting(index::flush);
    }

    @Override
    public void content(AppendLog.FrameSink sections) {
      appendSequences(sections);
      index.checkpoint(framesTo(sections));
    }

    private void appendSequences(AppendLog.FrameSink sections) {
      if (setAside > 0) {
        sections.append(StoreLog.SEQUENCES, new long[] {setAside}, 1);
      }
    }

    private ComponentIndex.CheckpointSink framesTo(AppendLog.FrameSink sections) {
      return (words, length) -> {
        if (length > MAX_WORDS) {
          throw new IllegalArgumentException(
              "a frame of " + length + " words (allowed: " + MAX_WORDS + ")");
        }
        sections.append(StoreLog.CHECKPOINT, words, length);
      };
    }

    @Override
    public ContentSteps contentSteps() {
      ComponentIndex.CheckpointSteps steps = index.checkpointSteps();
      if (steps == null) {
        return null;
      }
      boolean[] begun = {false};
      return sections -> {
        lock.lock();
        try {
          if (!begun[0]) {
            begun[0] = true;
            appendSequences(sections);
          }
          return steps.next(framesTo(sections));
        } finally {
          lock.unlock();
        }
      };
    }

    @Override
    public long ownFileBytes() {
      return blocks.liveCount() * blockBytes();
    }

    @Override
    public boolean isStillBetweenCommits() {
      return true;
    }

    @Override
    public void syncPages() {
      // blocks are durable before the log names them
    }

    @Override
    public void giveEndBack() {
      lock.lock();
      try {
        release();
        blocks.shrink();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public boolean isWholeAfterFailure() {
      return true;
    }

    @Override
    public StoreException writeFailure() {
      return failure;
    }

    @Override
    public void dropped() {
      dropped = true;
    }

    @Override
    public void close() {
      if (index != null) {
        index.close();
      }
    }
  }
}
