package org.flashgrove.storage.log;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.placement.FreePages;

/**
 * Shortens the files of a store that is being closed, as far as {@link FileUse} says that it is
 * worth it, and writes a checkpoint image of an index that has many changes in the log. Blocks, and
 * changes that buffers keep apart from pages, stay as they are.
 *
 * <p>Stores whose commits are not in the log, or whose pages are written in place, are left alone.
 */
final class ClosingCompaction {
  private static final System.Logger LOGGER = System.getLogger("org.flashgrove.storage");

  private final Checkpoints checkpoints;
  private final AppendLog log;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final ReentrantLock lock;
  private long openedFrame;

  /**
   * Creates the compaction of a store.
   *
   * @param log the store's log
   * @param pages slots and page maps of {@code placement=free}, or null
   * @param lock the store's lock
   */
  ClosingCompaction(
      Checkpoints checkpoints,
      AppendLog log,
      FreePages pages,
      List<LogParticipant> parts,
      ReentrantLock lock) {
    this.checkpoints = checkpoints;
    this.log = log;
    this.pages = pages;
    this.parts = parts;
    this.lock = lock;
  }

  /** Reports that the log was replayed. */
  void opened() {
    openedFrame = log.lastFrame();
  }

  /** Returns whether the store can be shortened and has written something since it was opened. */
  private boolean isPossible() {
    return checkpoints.logsCommits() && pages != null && log.lastFrame() != openedFrame;
  }

  /** Returns whether some bytes of free blocks are worth a compaction of their structure. */
  boolean areBlocksLoose(LongSupplier bytes) {
    if (!isPossible()) {
      return false;
    }
    lock.lock();
    try {
      long loose = bytes.getAsLong();
      return loose > 0 && FileUse.ofPages(log, pages, parts).areBlocksLoose(loose);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Shortens the files. The caller holds the commit lock, and no thread reads the store any more. A
   * device that refuses leaves the store as a crash in a compaction does: with all commits.
   *
   * @return whether nothing but closing the files is left to do
   */
  boolean run() {
    if (!isPossible()) {
      return false;
    }
    log.sync(); // commits are durable now, even if the files cannot be shortened
    checkpoints.startClosing();
    try {
      boolean isDone = shorten();
      log.sync(); // also the frame of the last checkpoint
      return isDone;
    } catch (StoreIoException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "{0}: closed without shortening its files, all commits are durable: {1}",
          checkpoints.name(),
          e.getMessage());
      return true;
    }
  }

  private boolean shorten() {
    boolean isLogLarge = flushIfLogIsLarge();
    if (isLogLarge) {
      checkpoints.compact();
    }
    checkpoints.giveEndOfOwnFilesBack();
    if (!FileUse.ofPages(log, pages, parts).isPageFileLarge()) {
      return isLogLarge;
    }
    if (!isLogLarge) {
      checkpoints.checkpoint();
    }
    checkpoints.moveToFront();
    if (flushIfLogIsLarge()) {
      checkpoints.compact(); // the moves leave the log
    }
    checkpoints.giveEndOfPagesBack();
    return true;
  }

  /** Flushes what the log would hold as whole pages, if the log is worth compacting. */
  private boolean flushIfLogIsLarge() {
    lock.lock();
    try {
      boolean isLarge =
          FileUse.isReplayLong(pages, parts) || FileUse.of(log, pages, parts).isLogLarge();
      for (LogParticipant part : parts) {
        if (isLarge && part.logsWholePages()) {
          part.flush();
        }
      }
      return isLarge;
    } finally {
      lock.unlock();
    }
  }
}
