package org.flashgrove.storage.log;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.flashgrove.core.component.WaitingCommits;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.BatchTurn;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.SyncedLog;
import org.flashgrove.storage.event.RecoveryEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.placement.FreePages;

/**
 * What the structures of one store share: the log, the numbers of commits, barriers, and the
 * refusal of work after a failure. Each commit is one frame of the log, and is there if the frame
 * is complete.
 *
 * <p>Structures add themselves to the store in their constructors, then {@link #open} replays the
 * log:
 *
 * <pre>{@code
 * LoggedStore store = new LoggedStore(log, new StoreLog(log), slots, logBytes, SyncMode.OP);
 * LoggedNodeStore roads = new LoggedNodeStore(store, 0, layout, device, buffer, snapshotBytes);
 * HeapFile records = new HeapFile(store, 1, pages, storeTag, memory, snapshotBytes);
 * store.open();
 * }</pre>
 *
 * <p>A structure has the same number each time. The log of a store without a heap file has no kinds
 * of frames that earlier versions cannot read.
 *
 * <p>With {@link SyncMode#BARRIER} commits are not logged, for structures whose papers have no log:
 * their costs must be those of the papers. Their numbers are counted on in memory. A barrier saves
 * the state of all structures, buffered changes included, in frames that start with a STATE frame.
 * This frame names the superblock that the state belongs to, so that writing the superblock
 * switches to the state. Syncs, flushes and closing are barriers; a crash takes a store back to the
 * last one. In place there is no superblock: before the first change after a state a frame is
 * logged which states that pages do not match it any more, and a store that was not closed after
 * that is refused.
 *
 * <p>A batch holds the write lock of the store while it is open. Three more locks guard the store's
 * work, and {@link LockRank} gives the order in which they are taken. The commit lock is for
 * commits, flushes, compactions and closing, one at a time. The store lock guards buffers and their
 * records of nodes; readers take it for nodes that are not in memory, and no thread syncs under it.
 * The placement lock of {@link FreePages} guards where pages are written.
 */
public final class LoggedStore implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.storage");

  private static final int SNAPSHOT_ATTEMPTS = 16;

  /** How long a thread that syncs waits for the turn before it looks again. */
  private static final long NANOS_BETWEEN_LOOKS = 20_000;

  private final AppendLog log;
  private final StoreLog frames;
  private final FreePages pages;
  private final SyncMode sync;
  private final BatchTurn batchTurn = new BatchTurn();
  private final OrderedLock turn = new OrderedLock(LockRank.COMMIT);
  private final WorkBetweenCommits asked = new WorkBetweenCommits(turn);
  private final OrderedLock lock = new OrderedLock(LockRank.STORE);
  private final Commits commits = new Commits(lock);
  private final List<LogParticipant> parts = new CopyOnWriteArrayList<>();

  /** Structures that were dropped, until the store is closed; under the lock. */
  private final List<LogParticipant> dropped = new CopyOnWriteArrayList<>();

  /** Whether a structure is being added to the open store; under the lock. */
  private boolean isJoining;

  /** The structure whose commits wait, and where; null if none waits. With the turn. */
  private Committable waitingPart;

  private volatile WaitingCommits waiting;

  private final Barriers barriers;
  private final ClosingCompaction closing;
  private final Durability durability;
  private Recovery recovery;
  private final StoreCondition condition = new StoreCondition(parts);

  /**
   * Creates a store whose structures are added before it is opened.
   *
   * @param log the store's log, opened; closed with this store
   * @param frames what is written to it
   * @param pages slots and page maps of {@code placement=free}, or null
   * @param logCapacity bytes of log above which it is compacted
   * @param sync when commits become durable
   */
  public LoggedStore(
      AppendLog log, StoreLog frames, FreePages pages, long logCapacity, SyncMode sync) {
    this.log = log;
    this.frames = frames;
    this.pages = pages;
    this.sync = sync;
    barriers = new Barriers(log, frames, pages, parts, commits, lock, logCapacity, logsCommits());
    closing = new ClosingCompaction(barriers, log, pages, parts, lock);
    durability = new Durability(new WholeLog(), sync, barriers, commits, condition, turn);
  }

  /**
   * Adds a structure, before the store is opened.
   *
   * @throws IllegalStateException if the store is open, or writes pages in place and has a tree
   *     already: there a page's slot is its node's id; structures with files of their own do not
   *     count
   */
  public void add(LogParticipant part) {
    if (recovery != null && !isJoining) {
      throw new IllegalStateException("the store is open already");
    }
    boolean inPlace = pages == null && part.sharesSlots();
    if (inPlace && parts.stream().anyMatch(LogParticipant::sharesSlots)) {
      throw new IllegalStateException("a second structure in place (allowed: placement=free)");
    }
    parts.add(part);
  }

  /**
   * Runs an action after each commit from now on, in the committing thread, which holds no lock of
   * the store then: for clocks by which commits become durable and which this store does not know.
   */
  public void afterCommit(Runnable action) {
    durability.afterCommit(action);
  }

  /** Replays the log; from now on the structures can be used. */
  public Recovery open() {
    return open(0);
  }

  /**
   * Replays the log.
   *
   * @param numbers structures of numbers below it that are not there were dropped, or never
   *     finished: what log and page maps hold of them is passed over, and their pages become free
   */
  public Recovery open(int numbers) {
    RecoveryEvent event = StoreEvents.recovery();
    LogReplay replay = new LogReplay(log, pages, parts, logsCommits(), numbers);
    recovery = replay.run();
    barriers.opened(replay.lastCommit());
    closing.opened();
    if (event != null) {
      event.finish(
          barriers.name(),
          recovery.frames(),
          recovery.operations(),
          recovery.changesApplied(),
          recovery.changesOnDevice(),
          log.sizeBytes(),
          recovery.tornBytes());
    }
    commits.opened(replay.lastCommit());
    if (recovery.tornBytes() > 0 || recovery.movesLost() > 0) {
      LOGGER.log(
          System.Logger.Level.INFO,
          "{0}: recovered after a crash: {1} commits replayed, {2} bytes of a frame that was not"
              + " complete cut off, {3} pages made anew from the log",
          barriers.name(),
          recovery.operations(),
          recovery.tornBytes(),
          recovery.movesLost());
    }
    durability.opened();
    return recovery;
  }

  /**
   * Adds a structure to the store, which is open.
   *
   * @param maker makes it, empty, with a number that no structure of the store ever had; it adds
   *     itself
   * @return the structure
   */
  public <S> S join(Supplier<S> maker) {
    takeTurn();
    lock.lock();
    try {
      requireWritable();
      int before = parts.size();
      isJoining = true;
      S made = maker.get();
      for (LogParticipant part : parts.subList(before, parts.size())) {
        part.startReplay(Map.of());
        part.finishReplay(commits.newest());
      }
      return made;
    } finally {
      isJoining = false;
      lock.unlock();
      turn.unlock();
    }
  }

  /**
   * Drops a structure: it takes no changes any more, and what log and pages hold of it counts for
   * nothing when the store is opened next, with a number above its own ({@link #open(int)}).
   * Snapshots of it stay as they are until the store is closed.
   */
  public void drop(LogParticipant part) {
    takeTurn();
    lock.lock();
    try {
      if (parts.remove(part)) {
        dropped.add(part);
        barriers.dropped(part);
        part.dropped();
      }
    } finally {
      lock.unlock();
      turn.unlock();
    }
  }

  /** Returns whether a commit is a frame of the log. */
  public boolean logsCommits() {
    return sync.kind() != SyncMode.Kind.BARRIER;
  }

  /** Returns what opening found in the log. */
  public Recovery recovery() {
    return recovery;
  }

  /** Returns the slots and page maps of {@code placement=free}, or null; for structures. */
  public FreePages pages() {
    return pages;
  }

  /** Returns the lock that guards buffers and all that structures know of pages; for structures. */
  public ReentrantLock lock() {
    return lock;
  }

  /** Returns the numbers of commits and the snapshots that read them; for structures. */
  public Commits commits() {
    return commits;
  }

  /** Returns the writer of frames, which counts records and compactions. */
  public StoreLog frames() {
    return frames;
  }

  /** Returns the number of the newest commit. */
  public long committedFrame() {
    return commits.committed();
  }

  /**
   * Returns the number of the newest frame known to be durable, which is that of a commit or of a
   * frame after it.
   */
  public long durableFrame() {
    return durability.durableFrame();
  }

  /**
   * Waits until a commit is durable, whatever the sync mode; syncs the log if nothing else does.
   */
  public void awaitDurable(long frame) {
    durability.await(frame);
  }

  /** Refuses changes and syncs after a failure, and all work after closing. */
  public void requireUsable() {
    condition.requireUsable();
  }

  /** Refuses reads after closing, and after a failure that left something half done. */
  public void requireReadable() {
    condition.requireReadable();
  }

  /** Refuses changes to a store that is only read, and work after a failure and after closing. */
  public void requireWritable() {
    condition.requireWritable();
  }

  /** Returns whether the store is closed, or is being closed. */
  public boolean isClosed() {
    return condition.isClosed();
  }

  /** Returns whether the store refuses work, after a failure or closing. */
  public boolean isRefusing() {
    return condition.isRefusing();
  }

  /** Refuses changes from now on: the store is only read. */
  public void refuseChanges() {
    condition.refuseChanges();
  }

  /** Notes a write that failed while a page was evicted: it ends the store's work. */
  public void noteWriteFailure() {
    condition.noteWriteFailure();
  }

  /**
   * Notes a failure after which the store refuses work; returns the failure, for the caller to
   * throw.
   */
  public RuntimeException fail(RuntimeException cause) {
    return condition.fail(cause);
  }

  /** Opens a batch as {@link #begin(Duration)} does, whenever others end. */
  public WriteBatch begin() {
    return begin(null);
  }

  /**
   * Opens a batch over structures of this store. Waits for one that another thread has open.
   *
   * @param timeout how long to wait at most; null for as long as it takes
   * @throws IllegalStateException if this thread has one open
   * @throws org.flashgrove.core.failure.BatchTimeoutException if the open batch did not end in
   *     time, or this thread is interrupted while it waits
   */
  public WriteBatch begin(Duration timeout) {
    requireWritable();
    batchTurn.begin(timeout);
    boolean begun = false;
    try {
      requireUsable();
      WriteBatch batch = new WriteBatch(this);
      batchTurn.rollBackBy(batch::close);
      begun = true;
      return batch;
    } finally {
      if (!begun) {
        batchTurn.end();
      }
    }
  }

  /** Releases the write lock that a batch held. */
  void endBatch() {
    batchTurn.end();
  }

  /**
   * Returns snapshots of structures of this store, all at the same commit; the caller closes them.
   */
  public StoreSnapshot snapshot(StoreStructure<?, ?>... structures) {
    requireReadable();
    while (true) {
      long settled = commits.settled();
      StoreSnapshot snapshot = new StoreSnapshot(structures);
      if (commits.isStill(settled)) {
        return snapshot;
      }
      snapshot.close();
    }
  }

  /**
   * Returns several snapshots of the same structures at the same commit, for a thread each. Where
   * commits come faster than snapshots are taken, there is one.
   */
  public List<StoreSnapshot> snapshots(int number, StoreStructure<?, ?>... structures) {
    for (int attempt = 0; attempt < SNAPSHOT_ATTEMPTS; attempt++) {
      long settled = commits.settled();
      List<StoreSnapshot> taken = new ArrayList<>();
      boolean atOne = false;
      try {
        for (int i = 0; i < number; i++) {
          taken.add(snapshot(structures));
        }
        atOne = commits.isStill(settled);
      } finally {
        if (!atOne) {
          taken.forEach(StoreSnapshot::close);
        }
      }
      if (atOne) {
        return taken;
      }
    }
    return List.of(snapshot(structures));
  }

  /** Returns whether a structure is one of this store. */
  boolean holds(Committable part) {
    return parts.contains(part);
  }

  /**
   * Commits what structures have staged, in one frame: all of it is in the log and visible, or
   * nothing.
   *
   * @throws IllegalArgumentException if a frame cannot hold it; nothing has happened then
   */
  public void commit(Committable... staged) {
    commitBeforeMedium(staged);
    awaitMedium();
  }

  /**
   * Commits as {@link #commit} does, but leaves it to {@link #awaitMedium} to wait for the medium
   * if each commit has to: for callers that give a turn of theirs back between the two.
   */
  public void commitBeforeMedium(Committable... staged) {
    requireWritable();
    requireFrame(staged);
    requireThere(staged);
    for (Committable part : staged) {
      part.operation().seal();
    }
    takeTurn();
    try {
      requireUsable();
      barriers.unsettle();
      lock.lock();
      try {
        for (Committable part : staged) {
          part.makeRoom();
        }
        publish(staged);
      } finally {
        lock.unlock();
      }
      finishCommit();
    } catch (RuntimeException e) {
      throw fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    } finally {
      turn.unlock();
    }
    durability.committed();
  }

  private void finishCommit() {
    condition.requireWritten(); // the commit is in the log, a page of before may be lost
    barriers.afterCommit();
  }

  /**
   * Commits words of a structure that is the only one of the store, and lets the commit wait if it
   * need not be durable at once: snapshots see it, and it has the number of the frame that it gets
   * when it is logged, with others, before anything else is.
   *
   * @return false if nothing was done: the commit is to be made by {@link #commitBeforeMedium}
   */
  public boolean commitLater(Committable part, long[] words, int length) {
    if (sync.kind() == SyncMode.Kind.OP || sync.kind() == SyncMode.Kind.BARRIER) {
      return false;
    }
    requireWritable();
    turn.lock();
    try {
      requireUsable();
      WaitingCommits room = waiting;
      if (room == null || !room.hasRoom(length)) {
        room = startWaiting(part, length);
      }
      if (room == null) {
        return false;
      }
      commits.publishing();
      room.add(words, length);
      commits.publishWaiting(commits.committed() + 1);
      commits.published();
    } catch (RuntimeException e) {
      throw fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    } finally {
      turn.unlock();
    }
    durability.committed();
    return true;
  }

  /** Has all commits that wait be applied, and makes room for others; null if they cannot wait. */
  private WaitingCommits startWaiting(Committable part, int length) {
    applyNow();
    asked.runAsked();
    if (parts.size() > 1) {
      return null; // pages of another one may be logged meanwhile
    }
    requireThere(part);
    WaitingCommits room;
    lock.lock();
    try {
      room = part.startWaiting();
    } finally {
      lock.unlock();
    }
    if (room == null || !room.hasRoom(length)) {
      return null;
    }
    commits.publishWaiting(log.lastFrame()); // from here on frames are those of commits that wait
    waitingPart = part;
    waiting = room;
    return room;
  }

  /**
   * Takes the turn, for something else than a commit that waits: those are applied before, and what
   * others have asked for is done.
   */
  private void takeTurn() {
    turn.lock();
    boolean taken = false;
    try {
      applyNow();
      asked.runAsked();
      taken = true;
    } finally {
      if (!taken) {
        turn.unlock();
      }
    }
  }

  /** Applies the commits that wait, if there are any; with the turn. */
  private void applyNow() {
    Committable part = waitingPart;
    if (part == null || condition.isRefusing()) {
      return;
    }
    try {
      if (log.lastFrame() + waiting.commits() != commits.committed()) {
        throw new IllegalStateException("a frame came before commits that waited for the log");
      }
      lock.lock();
      try {
        part.openWaiting();
        publish(part);
        part.operation().close();
      } finally {
        lock.unlock();
      }
      waitingPart = null;
      waiting = null;
      finishCommit();
    } catch (RuntimeException e) {
      throw fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    }
  }

  /** Applies the commits that wait. */
  public void applyWaiting() {
    takeTurn();
    turn.unlock();
  }

  /** The log with the commits that wait for it. */
  private final class WholeLog implements SyncedLog {
    /** Syncs the commits so far: those that come to wait meanwhile need not be in the log. */
    @Override
    public void sync() {
      long wanted = commits.committed();
      while (waiting != null && log.lastFrame() < wanted && !condition.isRefusing()) {
        if (turn.tryLock()) { // not lock: who has the turn may wait for the end of this thread
          try {
            applyNow();
          } finally {
            turn.unlock();
          }
        } else {
          LockSupport.parkNanos(this, NANOS_BETWEEN_LOOKS);
        }
      }
      log.sync();
    }

    @Override
    public long durableFrame() {
      return log.durableFrame();
    }

    @Override
    public long lastFrame() {
      return Math.max(log.lastFrame(), commits.committed());
    }
  }

  /** Waits, if each commit has to, until those that the calling thread made are durable. */
  public void awaitMedium() {
    durability.awaitMedium();
  }

  private static void requireFrame(Committable[] staged) {
    long words = 1;
    for (Committable part : staged) {
      words += StoreLog.SECTION_HEAD_WORDS + part.operation().stagedWords();
    }
    if (words > StoreLog.MAX_FRAME_WORDS) {
      throw new IllegalArgumentException(
          "a commit of " + words + " words of log (allowed: " + StoreLog.MAX_FRAME_WORDS + ")");
    }
  }

  private void requireThere(Committable... staged) {
    for (Committable part : staged) {
      if (!dropped.isEmpty() && dropped.contains(part)) {
        throw new IllegalStateException(
            "structure "
                + part.number()
                + " was dropped (allowed: changes of structures that the store has)");
      }
    }
  }

  private void publish(Committable... staged) {
    commits.publishing();
    try {
      long newestLive = commits.newestLive();
      for (Committable part : staged) {
        part.preserve(newestLive, commits.newest() + 1);
      }
      long frame = frames.commit(staged);
      boolean done = false;
      try {
        for (Committable part : staged) {
          part.publish(frame);
          part.operation().committed();
        }
        commits.publish(frame);
        done = true;
      } finally {
        if (!done) {
          condition.halfDone();
        }
      }
    } finally {
      commits.published();
    }
  }

  /**
   * Makes a change current that is no commit: what is in a structure stays the same, how it is
   * stored does not. No snapshot is taken meanwhile. For structures, under the lock, while the
   * store makes room for a commit, flushes, or runs {@link #maintain}.
   */
  public void rearrange(Runnable change) {
    commits.publishing();
    try {
      change.run();
    } finally {
      commits.published();
    }
  }

  /**
   * Runs work of a structure's own between commits, under the lock; where commits come one after
   * the other the thread that makes them runs it.
   */
  public void maintain(Runnable work) {
    asked.run(() -> work(work));
  }

  private void work(Runnable work) {
    applyNow();
    requireWritable();
    try {
      lock.lock();
      try {
        work.run();
      } finally {
        lock.unlock();
      }
      barriers.afterCommit();
    } catch (RuntimeException e) {
      throw fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    }
  }

  /** Drops the images that no live snapshot sees; called when a snapshot was closed. */
  public void prune() {
    lock.lock();
    try {
      long oldestLive = commits.oldestLive();
      for (LogParticipant part : parts) {
        part.prune(oldestLive);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Receives what a copy of the store needs. */
  @FunctionalInterface
  public interface Capture {
    /**
     * Begins a copy. Called while no page is written: the pages as they are during the call, in the
     * slots and in files of structures' own, together with the frames of the copy's log, are the
     * store as one commit left it.
     *
     * @param commit number of the commit
     * @param lastFrame number of the newest frame; those of the copy's log are numbered from the
     *     next on
     * @param log appends the frames of the copy's log to a sink; may also be called after this
     *     method
     */
    void take(long commit, long lastFrame, Consumer<AppendLog.FrameSink> log);
  }

  /**
   * Passes the state of the newest commit to a copy of the store. Commits wait until the taker
   * returns.
   */
  public void capture(Capture taker) {
    takeTurn();
    try {
      requireUsable();
      barriers.capture(taker);
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Brings all changes to the device, moves pages to the front of the file, gives the rest of it
   * back and empties the log. In place only free slots at the end of the file are given back.
   *
   * @return number of pages moved
   */
  public long compactFiles() {
    takeTurn();
    try {
      requireWritable();
      if (logsCommits()) {
        log.sync(); // what waits for the log to be durable is free for what is written now
      }
      flushParts();
      return barriers.compactFiles();
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      turn.unlock();
    }
  }

  /**
   * Returns whether free blocks in files of structures are worth a compaction before the store is
   * closed.
   *
   * @param bytes returns the bytes of free blocks that have other blocks behind them
   */
  public boolean areBlocksLoose(LongSupplier bytes) {
    return !condition.isRefusing() && closing.areBlocksLoose(bytes);
  }

  /** Returns when all commits so far are durable. */
  public void sync() {
    requireUsable();
    try {
      durability.makeAllDurable();
    } catch (StoreException e) {
      throw fail(e);
    }
  }

  /** Brings all changes to the device and empties the log. */
  public void flush() {
    takeTurn();
    try {
      requireWritable();
      flushParts();
      barriers.compact();
    } catch (StoreException e) {
      throw fail(e);
    } finally {
      turn.unlock();
    }
  }

  private void flushParts() {
    lock.lock();
    try {
      for (LogParticipant part : parts) {
        part.flush();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Closes the store and its structures. Queries that are running end in {@link
   * org.flashgrove.core.failure.StoreClosedException}.
   */
  @Override
  public void close() {
    turn.lock();
    try {
      applyNow();
    } finally {
      closeNow();
    }
  }

  /** Closes the store, which gives the turn back. */
  private void closeNow() {
    try {
      if (!condition.close()) {
        return;
      }
      durability.close(!condition.hasFailed());
      awaitReaders();
      try {
        if (!condition.hasFailed()) {
          condition.requireWritten(); // else nobody would hear of it
          if (!closing.run()) {
            barriers.close();
          }
        }
      } finally {
        log.close();
        parts.forEach(LogParticipant::close);
        dropped.forEach(LogParticipant::close);
      }
    } finally {
      turn.unlock();
    }
  }

  /** Waits for reads of the device that began before the store refused work. */
  private void awaitReaders() {
    lock.lock();
    lock.unlock();
    if (pages != null) {
      pages.awaitReads();
    }
  }
}
