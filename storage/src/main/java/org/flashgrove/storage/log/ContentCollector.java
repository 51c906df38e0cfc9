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
 * Collects the changes that structures hold in memory and have not written to pages. The rewritten
 * log starts with these changes. If the log or the Java heap lacks room for them, the structures
 * first flush changes to the device.
 *
 * <p>The caller holds the commit lock of the store.
 */
final class ContentCollector {
  /**
   * Maximum number of bytes in whole pages that a structure may put into a rewritten log. A
   * structure with more of them is flushed first.
   */
  private static final long MOST_PAGE_BYTES = 8 << 20;

  /**
   * Divisor of the Java heap size. The collected frames may take at most 1/{@code HEAP_SHARE} of
   * the heap, because all of them are in memory at the same time.
   */
  private static final int HEAP_SHARE = 8;

  private final StoreLog frames;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final Commits commits;
  private final ReentrantLock lock;
  private final long logCapacity;
  private final boolean logsCommits;

  /** True while the store closes. Structures must not allocate new blocks then. */
  private boolean isClosing;

  /**
   * Creates the collector of a store.
   *
   * @param lock the store lock
   */
  ContentCollector(
      Checkpoints.Files files, List<LogParticipant> parts, Commits commits, ReentrantLock lock) {
    frames = files.frames();
    pages = files.pages();
    logCapacity = files.logCapacity();
    logsCommits = files.logsCommits();
    this.parts = parts;
    this.commits = commits;
    this.lock = lock;
  }

  /**
   * Called before the store closes. From then on, changes of indexes of components stay in the log,
   * because writing them to the device would need new blocks.
   */
  void startClosing() {
    isClosing = true;
  }

  /**
   * Collects the changes that are not in pages; see {@link #collect(CapturedFrames, Predicate,
   * BiConsumer)}.
   *
   * @param direct selects structures whose changes are not collected
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
   * Collects the changes that are not in pages, and acquires the placement lock. The caller keeps
   * this lock until the log is rewritten. Otherwise a page could move meanwhile, and the rewritten
   * log would lack this move.
   *
   * @param content receives the frames
   * @param direct selects structures whose changes are not collected, because they write to the new
   *     log directly
   * @param from makes a structure append its sections to a sink
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
   * Flushes changes that the rewritten log should not contain. These are:
   *
   * <ul>
   *   <li>Changes of structures that log whole pages, if a structure has more than {@link
   *       #MOST_PAGE_BYTES}. A page takes as much space in the log as on the device, and would have
   *       to be written to the device later anyway.
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

  /**
   * Returns an action that appends the first frames of a compacted log or of a copied log. These
   * are the collected frames and, with {@code placement=free}, the current checkpoint.
   */
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
   * Acquires the placement lock, if pages are written out of place. No other thread writes pages
   * until {@link #finishWriting}.
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
