package org.flashgrove.storage.log;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.placement.FreePages;

/**
 * Compaction of the files of a store that is being closed. The compaction runs if {@link FileUse}
 * says that the saved space is worth the writes. It also logs a checkpoint image of each index of
 * components that has many changes in the log, but changes no blocks. It does not flush write
 * buffers that log single changes instead of whole pages.
 *
 * <p>It does nothing if commits are not logged or pages are written in place.
 */
final class ClosingCompaction {
  private static final String LOGGER = "org.flashgrove.storage";

  private final Checkpoints checkpoints;
  private final AppendLog log;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final ReentrantLock lock;
  private long openedFrame;

  /**
   * Creates the compaction of a store.
   *
   * @param lock the store lock
   */
  ClosingCompaction(Checkpoints checkpoints, List<LogParticipant> parts, ReentrantLock lock) {
    this.checkpoints = checkpoints;
    log = checkpoints.files().log();
    pages = checkpoints.files().pages();
    this.parts = parts;
    this.lock = lock;
  }

  /**
   * Remembers the newest frame when the log has been replayed, to find out later whether the log
   * has grown.
   */
  void opened() {
    openedFrame = log.lastFrame();
  }

  /**
   * Returns true if the store logs its commits, writes pages out of place, and has a log that has
   * grown since the store was opened.
   */
  private boolean isPossible() {
    return checkpoints.logsCommits() && pages != null && log.lastFrame() != openedFrame;
  }

  /**
   * Returns whether a structure has so many free blocks before its last block in use that its
   * blocks should be merged before the store closes.
   *
   * @param bytes returns the total bytes of these free blocks
   */
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
   * Shortens the files of the store. The caller holds the commit lock, and no thread reads the
   * store any more. If the device fails, the method logs a warning, and the next open recovers all
   * commits.
   *
   * @return true if only closing the files is left to do
   */
  boolean run() {
    if (!isPossible()) {
      return false;
    }
    log.sync(); // commits are durable from here on, even if shortening fails
    checkpoints.startClosing();
    try {
      boolean isDone = shorten();
      log.sync(); // includes the frame of the last checkpoint
      return isDone;
    } catch (StoreIoException e) {
      System.getLogger(LOGGER)
          .log(
              System.Logger.Level.WARNING,
              "{0}: closed without compacting its files; all commits are durable: {1}",
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
      checkpoints.compact(); // removes the frames of the moves from the log
    }
    checkpoints.giveEndOfPagesBack();
    return true;
  }

  /**
   * Returns whether compacting the log is worthwhile. If it is, first flushes the structures that
   * log whole pages.
   */
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
