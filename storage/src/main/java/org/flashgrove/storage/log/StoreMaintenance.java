package org.flashgrove.storage.log;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.Persistable;
import org.flashgrove.storage.log.role.StoreCapture;
import org.flashgrove.storage.placement.FreePages;

/**
 * Runs work between the commits of a store, under the commit lock. Such work is flushing,
 * compacting, copying, closing, and background work of structures.
 */
final class StoreMaintenance {
  private final AppendLog log;
  private final FreePages pages;
  private final StructureList structures;
  private final StoreCondition condition;
  private final Checkpoints checkpoints;
  private final ClosingCompaction closing;
  private final Durability durability;
  private final CommitLock commitLock;
  private final ReentrantLock lock;
  private volatile boolean closed;

  /**
   * Creates the maintenance of a store.
   *
   * @param lock the store lock
   */
  StoreMaintenance(
      StructureList structures,
      StoreCondition condition,
      Checkpoints checkpoints,
      Durability durability,
      CommitLock commitLock,
      ReentrantLock lock) {
    log = checkpoints.files().log();
    pages = checkpoints.files().pages();
    this.structures = structures;
    this.condition = condition;
    this.checkpoints = checkpoints;
    this.durability = durability;
    this.commitLock = commitLock;
    this.lock = lock;
    closing = new ClosingCompaction(checkpoints, structures.present(), lock);
  }

  /** Tells the closing compaction that the log has been replayed and the store is open. */
  void opened() {
    closing.opened();
  }

  /** Runs background work of a structure, under the commit lock and the store lock. */
  void run(Runnable work) {
    commitLock.run(() -> runNow(work));
  }

  private void runNow(Runnable work) {
    commitLock.applyQueued();
    condition.requireWritable();
    try {
      lock.lock();
      try {
        work.run();
      } finally {
        lock.unlock();
      }
      checkpoints.afterCommit();
    } catch (RuntimeException e) {
      throw condition.fail(e);
    } catch (Error e) {
      throw condition.fail(e);
    }
  }

  /** Passes the state of the newest commit to {@code taker}, which copies the store. */
  void capture(StoreCapture taker) {
    commitLock.acquire();
    try {
      condition.requireUsable();
      checkpoints.capture(taker);
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      commitLock.release();
    }
  }

  /** Flushes all changes and shortens the files. Returns the number of pages moved. */
  long compactFiles() {
    commitLock.acquire();
    try {
      condition.requireWritable();
      if (checkpoints.logsCommits()) {
        log.sync(); // after the sync, space that waited for a durable log can be reused
      }
      flushParts();
      return checkpoints.compactFiles();
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      commitLock.release();
    }
  }

  /**
   * Returns whether a structure should merge its blocks before the store closes, to free disk
   * space.
   *
   * @param bytes returns the total bytes of the free blocks that are before the last block in use
   */
  boolean areBlocksLoose(LongSupplier bytes) {
    boolean isPossible = !condition.isRefusing() && !condition.isReadOnly();
    return isPossible && closing.areBlocksLoose(bytes);
  }

  /** Writes all changes to the device and empties the log. */
  void flush() {
    commitLock.acquire();
    try {
      condition.requireWritable();
      flushParts();
      checkpoints.compact();
    } catch (StoreException e) {
      throw condition.fail(e);
    } finally {
      commitLock.release();
    }
  }

  private void flushParts() {
    lock.lock();
    try {
      for (Persistable part : structures.present()) {
        part.flush();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether {@link #close} has closed the store; false while it is closing the store. */
  boolean isClosed() {
    return closed;
  }

  /** Closes the store and its structures. A second call does nothing. */
  void close() {
    commitLock.acquireUnsettled();
    try {
      commitLock.applyQueued();
    } finally {
      closeNow();
    }
  }

  /** Closes the store and releases the commit lock. */
  private void closeNow() {
    try {
      if (!condition.close()) {
        return;
      }
      durability.close(!condition.hasFailed());
      awaitReaders();
      try {
        if (!condition.hasFailed()) {
          condition.requireWritten(); // otherwise a failed write would go unnoticed
          if (condition.isReadOnly() || !closing.run()) {
            checkpoints.close();
          }
        }
      } finally {
        log.close();
        structures.close();
      }
    } finally {
      closed = true;
      commitLock.release();
    }
  }

  /** Waits for the device reads that were running when the store started to refuse work. */
  private void awaitReaders() {
    lock.lock();
    lock.unlock();
    if (pages != null) {
      pages.awaitReads();
    }
  }
}
