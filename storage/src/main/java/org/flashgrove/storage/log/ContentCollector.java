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
 * Collects the changes that structures hold in memory and have not written to pages, for a log that
 * is rewritten. First writes changes to the device if the log or the heap lacks room for them.
 *
 * <p>The caller holds the commit lock of the store.
 */
final class ContentCollector {
  /** Maximum bytes of changed pages in a compacted log. */
  private static final long MOST_PAGE_BYTES = 8 << 20;

  /**
   * Maximum share of the heap for the collected frames, which are all in memory at the same time.
   */
  private static final int HEAP_SHARE = 8;

  private final StoreLog frames;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final Commits commits;
  private final ReentrantLock lock;
  private final long logCapacity;
  private final boolean logsCommits;

  /** True while the store closes, when the files of structures must not get new blocks. */
  private boolean isClosing;

  /**
   * Creates the collector of a store.
   *
   * @param pages slots and page maps of {@code placement=free}, or null if pages are written in
   *     place
   * @param lock the store lock
   * @param logCapacity log size in bytes above which the log is compacted
   * @param logsCommits whether each commit is a log frame
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

  /** From now on leaves changes in the log that would need new blocks. */
  void startClosing() {
    isClosing = true;
  }

  /**
   * Collects the changes that are not in pages; see {@link #collect(CapturedFrames, Predicate,
   * BiConsumer)}.
   *
   * @param direct selects the structures to leave out
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
   * Collects the changes that are not in pages, and acquires the lock for writing pages. Until the
   * log is rewritten no page may move, because the rewritten log would not contain the move.
   *
   * @param content receives the frames
   * @param direct selects the structures to leave out, because they write to the new log directly
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
   * Flushes changes that the rewritten log should not contain:
   *
   * <ul>
   *   <li>Whole pages, if there are many. They take as much space in the log as on the device, and
   *       would have to be written to the device later anyway.
   *   <li>All changes, if they exceed half of the log's capacity, because compacting would not
   *       shorten the log much.
   *   <li>All changes, if the collected frames would take too much of the heap.
   * </ul>
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

  /** Returns the frames of a log that starts at the current checkpoint. */
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

  /**
   * Acquires the lock for writing pages. No other thread writes pages until {@link #finishWriting}.
   */
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
