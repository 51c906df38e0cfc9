package org.flashgrove.storage.log;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.role.StoreCapture;
import org.flashgrove.storage.placement.FreePages;

/**
 * Common part of the structures of one store: the log, commit numbers, checkpoints, and the refusal
 * of work after a failure. Each commit is one log frame and exists if its frame is complete.
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
 * <p>A structure has the same number each time.
 *
 * <p>A batch holds the write lock of the store while it is open. Three more locks guard the store's
 * work, and {@link LockRank} gives the order in which they are taken. The commit lock is for
 * commits, flushes, compactions and closing, one at a time. The store lock guards buffers and their
 * records of nodes; readers take it for nodes that are not in memory, and no thread syncs under it.
 * The placement lock of {@link FreePages} guards where pages are written.
 */
public final class LoggedStore implements AutoCloseable {
  private final AppendLog log;
  private final StoreLog frames;
  private final FreePages pages;
  private final SyncMode sync;
  private final WriteLock writeLock = new WriteLock();
  private final OrderedLock lock = new OrderedLock(LockRank.STORE);
  private final Commits commits = new Commits(lock);
  private final StructureList structures;
  private final StoreCondition condition;
  private final Publisher publisher;
  private final CommitLock commitLock;
  private final Checkpoints checkpoints;
  private final Durability durability;
  private final StoreMaintenance maintenance;
  private Recovery recovery;

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
    structures = new StructureList(pages);
    List<LogParticipant> parts = structures.present();
    condition = new StoreCondition(parts);
    checkpoints =
        new Checkpoints(log, frames, pages, parts, commits, lock, logCapacity, logsCommits());
    publisher = new Publisher(frames, commits, condition, checkpoints);
    OrderedLock commitOrder = new OrderedLock(LockRank.COMMIT);
    DeferredCommits queue =
        new DeferredCommits(log, structures, commits, publisher, condition, commitOrder, lock);
    commitLock = new CommitLock(commitOrder, queue, condition);
    durability = new Durability(queue.log(), sync, checkpoints, commits, condition, commitOrder);
    maintenance =
        new StoreMaintenance(
            log, pages, structures, condition, checkpoints, durability, commitLock, lock);
  }

  /**
   * Adds a structure, before the store is opened.
   *
   * @throws IllegalStateException if the store is open, or writes pages in place and has a tree
   *     already: there a page's slot is its node's id; structures with files of their own do not
   *     count
   */
  public void add(LogParticipant part) {
    structures.add(part);
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
    return open(0, null);
  }

  /**
   * Replays the log.
   *
   * @param numbers structures of numbers below it that are not there were dropped, or never
   *     finished: what log and page maps hold of them is passed over, and their pages become free
   * @param before a reader of the same files, whose frames the log starts with, or null; if
   *     structures can take over its content, only later frames are replayed
   */
  public Recovery open(int numbers, LoggedStore before) {
    boolean takesOver = before != null && structures.takeOver(before.structures);
    long after = takesOver ? before.log.lastFrame() : 0;
    List<LogParticipant> parts = structures.present();
    LogReplay replay = new LogReplay(log, pages, parts, logsCommits(), numbers, after);
    recovery = replay.run(checkpoints.name());
    structures.opened();
    checkpoints.opened(replay.lastCommit());
    maintenance.opened();
    commits.opened(replay.lastCommit());
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
    commitLock.acquire();
    lock.lock();
    try {
      requireWritable();
      return structures.join(maker, commits.newest());
    } finally {
      lock.unlock();
      commitLock.release();
    }
  }

  /**
   * Drops a structure: it takes no changes any more, and what log and pages hold of it counts for
   * nothing when the store is opened next, with a number above its own ({@link #open(int,
   * LoggedStore)}). Snapshots of it stay as they are until the store is closed.
   */
  public void drop(LogParticipant part) {
    commitLock.acquire();
    lock.lock();
    try {
      if (structures.drop(part)) {
        checkpoints.dropped(part);
      }
    } finally {
      lock.unlock();
      commitLock.release();
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

  public StoreLog frames() {
    return frames;
  }

  /** Returns the number of the newest commit. */
  public long committedFrame() {
    return commits.committed();
  }

  /** Returns the number of the newest frame known to be durable, a commit's or a later one. */
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
    return WriteBatch.begin(this, writeLock, timeout);
  }

  /**
   * Returns snapshots of structures of this store, all at the same commit; the caller closes them.
   */
  public StoreSnapshot snapshot(StoreStructure<?, ?>... structures) {
    return StoreSnapshot.take(this, structures);
  }

  /**
   * Returns several snapshots of the same structures at the same commit, for a thread each. Where
   * commits come faster than snapshots are taken, there is one.
   */
  public List<StoreSnapshot> snapshots(int number, StoreStructure<?, ?>... structures) {
    return StoreSnapshot.takeAll(number, this, structures);
  }

  boolean holds(Committable part) {
    return structures.holds(part);
  }

  /**
   * Commits what structures have staged, in one frame: all of it is in the log and visible, or
   * nothing.
   *
   * @throws IllegalArgumentException if a frame cannot hold it; nothing has happened then
   */
  public void commit(Committable... staged) {
    commitAsync(staged);
    awaitDurable();
  }

  /**
   * Commits as {@link #commit} does, but leaves it to {@link #awaitDurable()} to wait for the
   * medium if each commit has to: for callers that release a lock of theirs between the two.
   */
  public void commitAsync(Committable... staged) {
    requireWritable();
    Publisher.requireFrame(staged);
    structures.requireThere(staged);
    for (Committable part : staged) {
      part.operation().seal();
    }
    commitLock.acquire();
    try {
      requireUsable();
      checkpoints.unsettle();
      lock.lock();
      try {
        for (Committable part : staged) {
          part.makeRoom();
        }
        publisher.publish(staged);
      } finally {
        lock.unlock();
      }
      publisher.finish();
    } catch (RuntimeException e) {
      throw fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    } finally {
      commitLock.release();
    }
    durability.committed();
  }

  /**
   * Commits words of a structure that is the only one of the store, and lets the commit wait if it
   * need not be durable at once: snapshots see it, and it has the number of the frame that it gets
   * when it is logged, with others, before anything else is.
   *
   * @return false if nothing was done: the commit is to be made by {@link #commitAsync}
   */
  public boolean commitLater(Committable part, long[] words, int length) {
    if (sync.kind() == SyncMode.Kind.OP || sync.kind() == SyncMode.Kind.BARRIER) {
      return false;
    }
    if (!commitLock.offer(words, length)) {
      requireWritable();
      if (!commitLock.start(part, words, length)) {
        return false;
      }
    }
    durability.committed();
    return true;
  }

  /** Applies the commits that wait. */
  public void applyWaiting() {
    commitLock.acquire();
    commitLock.release();
  }

  /** Waits, if each commit has to, until those that the calling thread made are durable. */
  public void awaitDurable() {
    durability.awaitDurable();
  }

  /**
   * Makes a change current that is no commit: what is in a structure stays the same, how it is
   * stored does not. No snapshot is taken meanwhile. For structures, under the lock, while the
   * store makes room for a commit, flushes, or runs {@link #maintain}.
   */
  public void rearrange(Runnable change) {
    publisher.rearrange(change);
  }

  /**
   * Runs work of a structure's own between commits, under the lock; where commits come one after
   * the other the thread that makes them runs it.
   */
  public void maintain(Runnable work) {
    maintenance.run(work);
  }

  /** Drops the images that no live snapshot sees; called when a snapshot was closed. */
  public void prune() {
    lock.lock();
    try {
      structures.prune(commits.oldestLive());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Passes the state of the newest commit to a copy of the store. Commits wait until the taker
   * returns.
   */
  public void capture(StoreCapture taker) {
    maintenance.capture(taker);
  }

  /**
   * Brings all changes to the device, moves pages to the front of the file, gives the rest of it
   * back and empties the log. In place only free slots at the end of the file are given back.
   *
   * @return number of pages moved
   */
  public long compactFiles() {
    return maintenance.compactFiles();
  }

  /**
   * Returns whether free blocks in files of structures are worth a compaction before the store is
   * closed.
   *
   * @param bytes returns the bytes of free blocks that have other blocks behind them
   */
  public boolean areBlocksLoose(LongSupplier bytes) {
    return maintenance.areBlocksLoose(bytes);
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
    maintenance.flush();
  }

  /**
   * Closes the store and its structures. Queries that are running end in {@link
   * org.flashgrove.core.failure.StoreClosedException}.
   */
  @Override
  public void close() {
    maintenance.close();
  }
}
