package org.flashgrove.storage.log;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.role.CapturedFrames;
import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.placement.FreePages;

/**
 * Collects what structures hold in memory and their pages do not, for a log that is written anew.
 * Writes changes to the device first where the log or the heap has no room for them.
 *
 * <p>The caller holds the commit lock of the store.
 */
final class ContentCollector {
  /** Bytes of changed pages that a compacted log takes. */
  private static final long MOST_PAGE_BYTES = 8 << 20;

  /** Collected frames are in memory at once: they take at most this part of the heap. */
  private static final int HEAP_SHARE = 8;

  private final StoreLog frames;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final Commits commits;
  private final ReentrantLock lock;
  private final long logCapacity;
  private final boolean logsCommits;

  /** True while the store closes, so that files of structures take no further blocks. */
  private boolean isClosing;

  /**
   * Creates the collector of a store.
   *
   * @param pages slots and page maps of {@code placement=free}, or null
   * @param lock the store's lock
   * @param logCapacity bytes of log above which it is compacted
   * @param logsCommits whether a commit is a frame of the log
   */
  ContentCollector(
      StoreLog frames,
      FreePages pages,
      List<LogParticipant> parts,
      Commits commits,
      ReentrantLock lock,
      long logCapacity,
      boolean logsCommits) {
    this.frames = frames;
    this.pages = pages;
    this.parts = parts;
    this.commits = commits;
    this.lock = lock;
    this.logCapacity = logCapacity;
    this.logsCommits = logsCommits;
  }

  /** Leaves changes in the log from now on that would need new blocks. */
  void startClosing() {
    isClosing = true;
  }

  /**
   * Collects what the log must hold in addition to the pages; see {@link #collect(CapturedFrames,
   * Predicate, BiConsumer)}.
   *
   * @param direct structures whose content is not collected
   */
  CapturedFrames collect(Predicate<Copyable> direct) {
    CapturedFrames content = new CapturedFrames();
    lock.lock();
    try {
      collect(content, direct, Copyable::content);
    } finally {
      lock.unlock();
    }
    return content;
  }

  /**
   * Collects what the log must hold beside the pages as they are, and takes the lock for writing
   * pages: nothing moves until the log is rewritten, since a move would be lost.
   *
   * @param direct structures whose content is not collected, but goes to the log direct
   * @param from appends the sections of a structure
   */
  void collect(
      CapturedFrames content,
      Predicate<Copyable> direct,
      BiConsumer<Copyable, AppendLog.FrameSink> from) {
    flushWhatLogCannotHold(direct);
    startWriting();
    try {
      for (LogParticipant part : parts) {
        if (!direct.test(part)) {
          from.accept(part, StoreLog.sectionsOf(part.number(), content));
        }
      }
    } catch (RuntimeException e) {
      finishWriting();
      throw e;
    }
  }

  /**
   * Writes all changes to the device if they take more than half of the log's capacity, since
   * compacting would not shorten the log then, or if what is collected is more than the heap has
   * room for. Whole pages are written if they are more than a few: in the log they would take as
   * much, and would have to be written later, too.
   */
  private void flushWhatLogCannotHold(Predicate<Copyable> direct) {
    long unflushed = 0;
    long collected = 0;
    for (LogParticipant part : parts) {
      if (part.logsWholePages() && part.unflushedBytes() > MOST_PAGE_BYTES) {
        part.flush();
      }
      long bytes = part.unflushedBytes();
      unflushed += bytes;
      collected += direct.test(part) ? 0 : bytes;
    }
    if (unflushed > logCapacity / 2 || collected > Runtime.getRuntime().maxMemory() / HEAP_SHARE) {
      for (LogParticipant part : parts) {
        if (!isClosing || part.sharesSlots()) {
          part.flush();
        }
      }
    }
  }

  /** Returns the frames of a log that starts with the present checkpoint. */
  Consumer<AppendLog.FrameSink> framesOf(CapturedFrames content) {
    long sequence = pages == null ? 0 : pages.sequence();
    long commit = commits.newest();
    return sink -> {
      if (!logsCommits) {
        StoreLog.appendState(sink, sequence, commit, content);
      } else {
        content.copyTo(sink);
      }
      if (pages != null) {
        frames.appendCheckpoint(sink, sequence);
      }
    };
  }

  /** Begins to write pages; no other thread writes any until {@link #finishWriting}. */
  void startWriting() {
    if (pages != null) {
      pages.startWriting();
    }
  }

  void finishWriting() {
    if (pages != null) {
      pages.finishWriting();
    }
  }
}
