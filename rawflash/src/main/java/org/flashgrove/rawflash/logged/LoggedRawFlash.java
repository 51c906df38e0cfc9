package org.flashgrove.rawflash.logged;

import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.index.WriteLock;
import org.flashgrove.core.lock.LockRank;
import org.flashgrove.core.lock.OrderedLock;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreStructure;
import org.flashgrove.storage.log.commit.Commits;

/**
 * A structure on raw flash in a store. Changes are written to frames of the store's log.
 *
 * <p>A commit's changes wait in memory until its frame is durable, because a programmed page cannot
 * be undone. The next commit applies them to the structure. Opening replays the frames that are not
 * on the flash.
 *
 * <p>Any number of threads may read, but the structure serves one reader or writer at a time.
 *
 * @param <O> type of operations
 * @param <S> type of snapshots
 */
public abstract class LoggedRawFlash<O extends RawFlashOperation, S extends RawFlashSnapshot>
    implements StoreStructure<O, S> {
  /**
   * Number of pending changes above which the next commit syncs the log and applies all of them.
   */
  private static final int MOST_WAITING = 256;

  final LoggedStore store;
  private final int number;
  private final LongFunction<S> leases = this::lease;

  /** Protects the structure and the pending changes. A thread holds the lock while it uses them. */
  private final OrderedLock lock = new OrderedLock(LockRank.RAW_FLASH);

  /** Allows one open operation at a time. */
  private final WriteLock writeLock = new WriteLock();

  private volatile StoreException failure;

  /**
   * Creates the structure. The constructor of the subclass must add the structure to the store as
   * its last step.
   *
   * @param store the shared parts of the store
   * @param number number of the structure in the store
   */
  LoggedRawFlash(LoggedStore store, int number) {
    this.store = store;
    this.number = number;
  }

  /** Returns the operation object, which is used again for each operation. */
  abstract O operation();

  /** Creates a snapshot that shows the structure as of a commit. */
  abstract S lease(long commit);

  /** Returns the number of the structure in its store. */
  final int number() {
    return number;
  }

  /** Returns the number of entries or records as of the newest commit. */
  public abstract long size();

  /**
   * Verifies the structure. No other thread may change the structure during the call.
   *
   * @return the problems found; empty if there are none
   */
  public abstract List<String> check();

  /** Runs a function under the structure's lock and returns its result. */
  final <T> T locked(Supplier<T> use) {
    store.requireUsable();
    lock.lock();
    try {
      return use.get();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs an action that changes the flash or the pending changes, under the structure's lock. If
   * the action fails, the store refuses further work, because the state of the flash is then
   * unknown.
   */
  final void changing(Runnable work) {
    lock.lock();
    try {
      work.run();
    } catch (StoreException e) {
      failure = e;
      throw e;
    } finally {
      lock.unlock();
    }
  }

  final StoreException failure() {
    return failure;
  }

  final void requireUsable() {
    store.requireUsable();
  }

  // Changes

  /**
   * Begins an operation. If another thread has an open operation, first waits until that operation
   * is closed.
   */
  @Override
  public final O begin() {
    store.requireWritable();
    if (lock.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          "begin: called from the visitor of a search; begin the change after the search ends");
    }
    return writeLock.begin(
        null,
        () -> {
          O operation = operation();
          operation.start();
          return operation;
        },
        O::close);
  }

  /** Releases the write lock that {@link #begin} has acquired. */
  final void finishOperation() {
    writeLock.end();
  }

  final void commit() {
    store.commit(participant());
  }

  /** Waits until no operation is open. */
  public final void awaitChanges() {
    writeLock.lock();
    writeLock.unlock();
  }

  /**
   * Applies to the structure those pending changes whose log frames are durable. If too many
   * changes are pending, first makes the frames of all changes durable.
   */
  final void makeRoom() {
    if (waitingCount() > MOST_WAITING) {
      store.sync();
    }
    apply(store.durableFrame());
  }

  /** Makes all pending changes durable in the log and applies them to the structure. */
  final void applyAll() {
    if (waitingCount() > 0) {
      store.sync();
      apply(Long.MAX_VALUE);
    }
  }

  /** Returns the number of pending changes. */
  abstract int waitingCount();

  /**
   * Applies to the structure the pending changes of all frames with numbers up to {@code until}.
   */
  abstract void apply(long until);

  /**
   * Applies all pending changes and writes them to the flash. A structure that appends records may
   * keep in memory the last page, if it is not full yet.
   */
  abstract void flush();

  /**
   * Makes the changes of the open operation visible as the commit with the number {@code commit}.
   */
  abstract void publish(long commit);

  /** Drops data that are needed only by snapshots of commits before {@code oldestLive}. */
  abstract void prune(long oldestLive);

  // Opening and the log. Called while no other thread uses the store, or under the store's lock.

  /** Called when all frames of the log have been replayed. */
  abstract void opened(long lastFrame);

  /**
   * Returns the number of bytes of the log that would have to be replayed if the store were opened
   * again now.
   */
  abstract long unflushedBytes();

  /**
   * Appends to a checkpoint image the changes that are not on the flash yet. The image replaces
   * older frames of the log.
   */
  abstract void describeUnwritten(AppendLog.FrameSink sections);

  /**
   * Appends the complete content of the structure to a checkpoint image for a copy of the store.
   * The flash of a copy is erased at first.
   */
  abstract void describeAll(AppendLog.FrameSink sections);

  // Reading

  /** Returns a snapshot of the newest commit. The caller closes it. */
  @Override
  public final S snapshot() {
    store.requireUsable();
    Commits commits = store.commits();
    S lease = commits.lease(this, leases);
    boolean taken = false;
    try {
      while (!taken) {
        long settled = commits.settled();
        lease.look(commits.newest());
        taken = commits.isStill(settled);
      }
      return lease;
    } finally {
      if (!taken) {
        lease.close();
      }
    }
  }

  /** Called when a snapshot has been closed. */
  abstract void snapshotClosed();
}
