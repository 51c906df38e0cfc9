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
 * Store that logs the commits of its structures. It owns the log, the commit numbers and the
 * checkpoints, and refuses work after a failure. A commit is one log frame, and is valid if its
 * frame is complete.
 *
 * <p>Structures add themselves to the store in their constructors. Then {@link #open} replays the
 * log:
 *
 * <pre>{@code
 * LoggedStore store = new LoggedStore(log, new StoreLog(log), slots, logBytes, SyncMode.OP);
 * LoggedNodeStore roads = new LoggedNodeStore(store, 0, layout, device, buffer, snapshotBytes);
 * HeapFile records = new HeapFile(store, 1, pages, storeTag, memory, snapshotBytes);
 * store.open();
 * }</pre>
 *
 * <p>A structure must have the same number each time the store is opened. A batch holds the write
 * lock of the store while it is open. Three more locks exist; {@link LockRank} defines their order.
 * The commit lock serializes commits, flushes, compactions and closing. The store lock guards the
 * buffers of the structures, and is never held during a sync. The placement lock of {@link
 * FreePages} guards where pages are written.
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
  private volatile Recovery recovery; // null until the log is replayed
  private LogReplay replay; // of this opening; null once the store may have changed

  /**
   * Creates a store that is not open yet.
   *
   * @param log the open log, closed with this store
   * @param frames writer of the log's frames
   * @param pages slots and page maps of {@code placement=free}, or null if pages are written in
   *     place
   * @param logCapacity log size in bytes above which the log is compacted
   * @param sync when commits become durable
   */
  public LoggedStore(
      AppendLog log, StoreLog frames, FreePages pages, long logCapacity, SyncMode sync) {
    this.log = log;
    this.frames = frames;
    this.pages = pages;
    this.sync = sync;
    structures = new StructureList(pages);
    condition = new StoreCondition(structures.present(), log.name());
    var files = new Checkpoints.Files(log, frames, pages, logCapacity, logsCommits());
    checkpoints = new Checkpoints(files, structures.present(), commits, lock);
    publisher = new Publisher(frames, commits, condition, checkpoints);
    OrderedLock commitOrder = new OrderedLock(LockRank.COMMIT);
    DeferredCommits queue = new DeferredCommits(log, structures, publisher, commitOrder, lock);
    commitLock = new CommitLock(commitOrder, queue, condition);
    durability = new Durability(queue.log(), sync, checkpoints, commits, condition, commitOrder);
    maintenance =
        new StoreMaintenance(structures, condition, checkpoints, durability, commitLock, lock);
  }

  /**
   * Adds a structure before the store is opened.
   *
   * @throws IllegalStateException if the store is open, or pages are written in place and a second
   *     tree is added; in place, a page's slot is its node's id
   */
  public void add(LogParticipant part) {
    structures.add(part);
  }

  /**
   * Sets an action to run after each commit, in the committing thread and without any lock of the
   * store. On a simulated device, the action syncs the store when enough virtual time has passed.
   */
  public void afterCommit(Runnable action) {
    durability.afterCommit(action);
  }

  /** Replays the log and makes the structures usable. */
  public Recovery open() {
    return open(0, null);
  }

  /**
   * Replays the log and makes the structures usable.
   *
   * @param numbers upper bound of structure numbers. A lower number without an added structure
   *     means a dropped or half-created structure: its log frames are ignored, and its pages become
   *     free
   * @param before a store that has opened an earlier state of these files for reading, or null. If
   *     all structures can copy its content, only the frames that it lacks, and earlier frames that
   *     a structure needs, are replayed
   */
  public Recovery open(int numbers, LoggedStore before) {
    replay = new LogReplay(log, pages, structures.present(), logsCommits(), numbers);
    if (before != null) {
      replay.takeOver(structures.takeOver(before.structures), before.replay);
    }
    recovery = replay.run(checkpoints.name());
    structures.opened();
    checkpoints.opened(replay.lastCommit());
    maintenance.opened();
    commits.opened(replay.lastCommit());
    durability.opened();
    return recovery;
  }

  /**
   * Adds a structure to the open store.
   *
   * @param maker creates the empty structure, which adds itself; its number must be one that no
   *     structure of this store ever had
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
   * Drops a structure. The structure accepts no more changes, and {@link #open(int, LoggedStore)}
   * ignores its log frames and pages from now on. Its snapshots stay usable until the store is
   * closed.
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

  /** Returns whether each commit is a log frame. */
  public boolean logsCommits() {
    return sync.kind() != SyncMode.Kind.BARRIER;
  }

  /** Returns the result of the recovery at open, or null until the log is replayed. */
  public Recovery recovery() {
    return recovery;
  }

  /**
   * Returns the slots and page maps of {@code placement=free}, or null if pages are written in
   * place.
   */
  public FreePages pages() {
    return pages;
  }

  /** Returns the store lock, which guards the buffers of the structures. */
  public ReentrantLock lock() {
    return lock;
  }

  /** Returns the object that keeps the commit numbers and the snapshots that use them. */
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

  /**
   * Returns the number of the newest frame known to be durable. This frame need not be a commit.
   */
  public long durableFrame() {
    return durability.durableFrame();
  }

  /**
   * Waits until a commit is durable, whatever the sync mode. Syncs the log if no other thread does.
   */
  public void awaitDurable(long frame) {
    durability.await(frame);
  }

  /** Throws if the store is closed or has failed. */
  public void requireUsable() {
    condition.requireUsable();
  }

  /** Throws if the store is closed, or if a failure left memory inconsistent. */
  public void requireReadable() {
    condition.requireReadable();
  }

  /** Throws if the store is closed, has failed, or is read-only. */
  public void requireWritable() {
    condition.requireWritable();
  }

  /** Returns whether the store is closed; false while a thread is closing it. */
  public boolean isClosed() {
    return maintenance.isClosed();
  }

  /** Returns whether the store refuses work because it is closed or has failed. */
  public boolean isRefusing() {
    return condition.isRefusing();
  }

  /** Makes the store read-only. */
  public void refuseChanges() {
    condition.refuseChanges();
  }

  /** Makes the store refuse changes if a page could not be written when it was evicted. */
  public void noteWriteFailure() {
    condition.noteWriteFailure();
  }

  /**
   * Records a failure, after which the store refuses work.
   *
   * @return the exception to throw
   */
  public RuntimeException fail(RuntimeException cause) {
    return condition.fail(cause);
  }

  /** Opens a batch like {@link #begin(Duration)}, without a time limit. */
  public WriteBatch begin() {
    return begin(null);
  }

  /**
   * Opens a batch over structures of this store. Waits while another thread has a batch open.
   *
   * @param timeout longest time to wait; null for no limit
   * @throws IllegalStateException if this thread already has an open batch
   * @throws org.flashgrove.core.failure.BatchTimeoutException if the other batch did not end in
   *     time, or this thread is interrupted while it waits
   */
  public WriteBatch begin(Duration timeout) {
    requireWritable();
    replay = null;
    return WriteBatch.begin(this, writeLock, timeout);
  }

  /** Returns snapshots of structures, all at the same commit. The caller closes them. */
  public StoreSnapshot snapshot(StoreStructure<?, ?>... structures) {
    return StoreSnapshot.take(this, structures);
  }

  /**
   * Returns up to {@code number} snapshots at the same commit, one for each of several threads.
   * Returns a single snapshot if frequent commits prevent more.
   */
  public List<StoreSnapshot> snapshots(int number, StoreStructure<?, ?>... structures) {
    return StoreSnapshot.takeAll(number, this, structures);
  }

  boolean holds(Committable part) {
    return structures.holds(part);
  }

  /**
   * Commits the staged changes of structures in one frame, atomically.
   *
   * @throws IllegalArgumentException if the changes exceed a frame; nothing has changed then
   */
  public void commit(Committable... staged) {
    commitAsync(staged);
    awaitDurable();
  }

  /**
   * Commits like {@link #commit} without waiting for durability; call {@link #awaitDurable()} for
   * that. The caller can release its own locks between the two calls.
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
   * Queues a commit of the store's only structure, to be logged later together with others.
   * Snapshots see the commit at once, and the commit already has the number of its future frame.
   *
   * @return false if the commit cannot be queued; use {@link #commitAsync} then
   */
  public boolean commitLater(Committable part, long[] words, int length) {
    if (sync.kind() == SyncMode.Kind.OP || sync.kind() == SyncMode.Kind.BARRIER) {
      return false;
    }
    if (!commitLock.offer(words, length) && !commitLock.start(part, words, length)) {
      return false;
    }
    durability.committed();
    return true;
  }

  /** Logs and applies the queued commits. */
  public void applyWaiting() {
    commitLock.acquire();
    commitLock.release();
  }

  /** Waits until this thread's commits are durable, if the sync mode requires it. */
  public void awaitDurable() {
    durability.awaitDurable();
  }

  /**
   * Runs {@code change}, which changes how a structure stores its entries, but not the entries. No
   * snapshot is taken meanwhile. Structures call this method under the store lock, while the store
   * makes room for a commit, flushes, or runs {@link #maintain}.
   */
  public void rearrange(Runnable change) {
    publisher.rearrange(change);
  }

  /**
   * Runs a structure's own work between commits, under the store lock. If another thread is
   * committing, that thread may run the work.
   */
  public void maintain(Runnable work) {
    maintenance.run(work);
  }

  /** Discards page images that no live snapshot sees. Called when a snapshot is closed. */
  public void prune() {
    lock.lock();
    try {
      structures.prune(commits.oldestLive());
    } finally {
      lock.unlock();
    }
  }

  /** Passes the newest commit's state to {@code taker}, which copies it. Commits wait meanwhile. */
  public void capture(StoreCapture taker) {
    maintenance.capture(taker);
  }

  /**
   * Flushes all changes, empties the log, moves pages to the front of the page file and truncates
   * it. If pages are written in place, no page moves; only free slots at the end are truncated.
   *
   * @return number of pages moved
   */
  public long compactFiles() {
    return maintenance.compactFiles();
  }

  /**
   * Returns whether a structure should merge its blocks before the store closes, to free space.
   *
   * @param bytes returns the total bytes of the free blocks that are before the last block in use
   */
  public boolean areBlocksLoose(LongSupplier bytes) {
    return maintenance.areBlocksLoose(bytes);
  }

  /** Makes all commits durable that were made before this call. */
  public void sync() {
    requireUsable();
    try {
      durability.makeAllDurable();
    } catch (StoreException e) {
      throw fail(e);
    }
  }

  /** Writes all changes to the device and empties the log. */
  public void flush() {
    maintenance.flush();
  }

  /**
   * Closes the store and its structures. Running queries fail with {@link
   * org.flashgrove.core.failure.StoreClosedException}.
   */
  @Override
  public void close() {
    maintenance.close();
  }
}
