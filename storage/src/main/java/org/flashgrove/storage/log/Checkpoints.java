package org.flashgrove.storage.log;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.event.CompactionEvent;
import org.flashgrove.storage.event.StoreEvents;
import org.flashgrove.storage.log.commit.Commits;
import org.flashgrove.storage.log.role.CapturedFrames;
import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.log.role.Persistable;
import org.flashgrove.storage.log.role.StoreCapture;
import org.flashgrove.storage.placement.FreePages;

/**
 * Makes the checkpoints and log compactions of a store, which keep its pages and its log
 * consistent. A checkpoint makes the page maps durable. A compaction makes a checkpoint and then
 * rewrites the log with only those changes that are not in pages. Copying the store also starts
 * with a checkpoint.
 *
 * <p>With {@link SyncMode#BARRIER}, commits are not logged. This mode is for structures that
 * reproduce a paper without a log, so that measured costs match those of the papers. In this mode
 * commit numbers are counted in memory only, and a crash takes the store back to its last
 * checkpoint. Syncing, flushing and closing the store each make a checkpoint.
 *
 * <p>In this mode, a checkpoint logs the state of all structures, including buffered changes. The
 * state begins with a STATE frame, which contains the sequence number of the superblock to which
 * the state belongs. The state becomes current when that superblock is written. If pages are
 * written in place, there is no superblock. The store then logs an UNSETTLED frame before its first
 * change after a state. If the process then ends without closing the store, the store cannot be
 * opened again, because its pages do not match the state.
 *
 * <p>The caller holds the commit lock. The methods acquire the store lock first and the placement
 * lock of {@link FreePages} second. While they hold only the placement lock, they do no work that
 * needs the store lock.
 */
final class Checkpoints {
  /**
   * Files of a store.
   *
   * @param log the log
   * @param frames writer of the log's frames
   * @param pages slots and page maps of {@code placement=free}, or null if pages are written in
   *     place
   * @param logCapacity log size in bytes above which the log is compacted
   * @param logsCommits whether each commit is a log frame
   */
  record Files(
      AppendLog log, StoreLog frames, FreePages pages, long logCapacity, boolean logsCommits) {}

  private final Files files;
  private final AppendLog log;
  private final StoreLog frames;
  private final FreePages pages;
  private final List<LogParticipant> parts;
  private final Commits commits;
  private final ReentrantLock lock;
  private final ContentCollector collector;
  private final long logCapacity;
  private final boolean logsCommits;
  private long compactAbove;

  /** Running compaction of which each commit does a step, or null if none is running. */
  private PacedCompaction paced;

  /**
   * Number of the newest commit that the last checkpoint contains. Used only if commits are not
   * logged.
   */
  private volatile long settledCommit;

  /**
   * Creates the checkpoints of a store.
   *
   * @param parts structures of the store; the list may grow until the store is opened
   * @param lock the store lock
   */
  Checkpoints(Files files, List<LogParticipant> parts, Commits commits, ReentrantLock lock) {
    this.files = files;
    log = files.log;
    frames = files.frames;
    pages = files.pages;
    logCapacity = files.logCapacity;
    logsCommits = files.logsCommits;
    this.parts = parts;
    this.commits = commits;
    this.lock = lock;
    collector = new ContentCollector(files, parts, commits, lock);
    compactAbove = logCapacity;
  }

  /** Returns the files of the store. */
  Files files() {
    return files;
  }

  /** Called after the log was replayed. The newest commit has number {@code newestCommit}. */
  void opened(long newestCommit) {
    settledCommit = newestCommit;
    if (!logsCommits) {
      frames.stopLoggingCommits(newestCommit);
      if (log.isOfOlderFormat()) {
        compactAbove = 0; // programs of the older format refuse STATE frames of this format
      }
    }
  }

  /**
   * Called before the store closes. From then on, changes of indexes of components stay in the log,
   * because writing them to the device would need new blocks.
   */
  void startClosing() {
    collector.startClosing();
  }

  /** Returns whether each commit is a log frame. */
  boolean logsCommits() {
    return logsCommits;
  }

  /** Returns the number of the newest commit that the last checkpoint contains. */
  long settledCommit() {
    return settledCommit;
  }

  /**
   * Durably appends an UNSETTLED frame before the first change after a logged state, because the
   * pages will no longer match this state. Does nothing if commits are logged, or if pages are
   * written out of place.
   */
  void unsettle() {
    if (!logsCommits && pages == null && settledCommit == commits.newest()) {
      frames.unsettled();
      log.sync();
    }
  }

  /**
   * Does the next step of the running compaction, if there is one. Otherwise compacts the log if it
   * exceeds its limit. Then makes a checkpoint if the page maps need one.
   */
  void afterCommit() {
    if (paced != null) {
      if (paced.step(name())) {
        paced = null;
        compacted();
      }
    } else if (logsCommits && log.sizeBytes() > compactAbove && !startPaced()) {
      compact();
      return;
    }
    if (pages != null && pages.wantsCheckpoint()) {
      checkpoint();
    }
  }

  /**
   * Starts a compaction in steps if at least one structure can append its content in steps. The
   * content of the other structures goes to the new log at once.
   *
   * @return false if no structure can write in steps, or if the unflushed changes exceed half of
   *     the log capacity
   */
  private boolean startPaced() {
    Map<Copyable, Copyable.ContentSteps> steps = new LinkedHashMap<>();
    long unflushed = 0;
    for (LogParticipant part : parts) {
      unflushed += part.unflushedBytes();
      Copyable.ContentSteps own = part.contentSteps();
      if (own != null) {
        steps.put(part, own);
      }
    }
    if (steps.isEmpty() || unflushed > logCapacity / 2) {
      return false;
    }
    CapturedFrames content = collector.collect(steps::containsKey);
    try {
      settlePages(content);
      paced = new PacedCompaction(log, frames, logCapacity);
      collector.framesOf(content).accept(paced.sink());
    } finally {
      collector.finishWriting();
    }
    steps.forEach(paced::add); // the first steps acquire the store lock
    return true;
  }

  /** Removes a dropped structure from the running compaction. */
  void dropped(Copyable part) {
    if (paced != null) {
      paced.drop(part);
    }
  }

  private void compacted() {
    settledCommit = commits.newest();
    // Without the factor, content that does not shrink would be copied again at every commit.
    compactAbove = Math.max(logCapacity, 2 * log.sizeBytes());
  }

  /**
   * Called if commits are not logged. Makes all commits durable: by a checkpoint, or by rewriting
   * the log if pages are written in place.
   */
  void settle() {
    if (settledCommit == commits.newest()) {
      return;
    }
    if (pages == null) {
      compact();
    } else {
      checkpoint();
    }
  }

  /** Makes a checkpoint before closing if one is needed, and syncs the log. */
  void close() {
    boolean isNewer = parts.stream().anyMatch(Persistable::isEdited);
    if (pages != null && (pages.isMoved() || isNewer)) {
      checkpoint();
    } else if (!logsCommits) {
      settle();
    }
    log.sync();
  }

  /**
   * Makes the page maps durable. If commits are not logged, this also saves the state of all
   * structures.
   */
  void checkpoint() {
    if (logsCommits) {
      collector.startWriting();
      try {
        checkpoint(null);
      } finally {
        collector.finishWriting();
      }
    } else if (log.sizeBytes() > compactAbove) {
      compact();
    } else {
      CapturedFrames content = collector.collect(part -> false);
      try {
        checkpoint(content);
      } finally {
        collector.finishWriting();
      }
    }
  }

  /**
   * Makes a checkpoint. The caller holds the placement lock. The log is synced before the
   * superblock is written, because pages may contain changes whose log frames are not durable yet.
   *
   * @param content frames with the changes that are not in pages; used only if commits are not
   *     logged
   */
  private void checkpoint(CapturedFrames content) {
    long commit = frames.lastFrame();
    if (!logsCommits) {
      frames.state(pages.sequence() + 1, commit, content);
    }
    log.sync();
    pages.checkpoint(commit);
    frames.checkpoint(pages.sequence());
    settledCommit = commit;
  }

  /** Makes the pages durable and rewrites the log with only the changes that are not in pages. */
  void compact() {
    CompactionEvent event = StoreEvents.compaction();
    long bytesBefore = log.sizeBytes();
    if (paced != null) {
      paced.abandon();
      paced = null;
    }
    // A STATE frame comes first and holds the number of frames, so all frames are collected
    // before.
    Predicate<Copyable> direct = logsCommits ? Copyable::isStillBetweenCommits : part -> false;
    CapturedFrames content = collector.collect(direct);
    try {
      settlePages(content);
      frames.compact(
          sink -> {
            parts.stream()
                .filter(direct)
                .forEach(part -> part.content(StoreLog.sectionsOf(part.number(), sink)));
            collector.framesOf(content).accept(sink);
          });
      compacted();
    } finally {
      collector.finishWriting();
    }
    if (event != null) {
      event.finish(name(), bytesBefore, log.sizeBytes());
    }
  }

  /** Returns the store's name for events. */
  String name() {
    return parts.isEmpty() ? "store" : parts.get(0).fileName();
  }

  /** Makes the pages durable, so that the rewritten log need not contain their changes. */
  private void settlePages(CapturedFrames content) {
    if (pages != null) {
      checkpoint(content);
    } else {
      for (LogParticipant part : parts) {
        part.syncPages();
      }
    }
  }

  /** Passes the state of the newest commit to {@code taker}, which copies the store. */
  void capture(StoreCapture taker) {
    CapturedFrames content = new CapturedFrames();
    lock.lock();
    try {
      collector.collect(content, part -> false, Copyable::copyContent);
      if (pages == null) {
        taker.take(commits.newest(), log.lastFrame(), collector.framesOf(content));
        return; // pages in place are written under the store lock, so the copy is taken under it
      }
    } finally {
      lock.unlock();
    }
    try {
      checkpoint(content);
      taker.take(commits.newest(), log.lastFrame(), collector.framesOf(content));
    } finally {
      collector.finishWriting();
    }
  }

  /**
   * Empties the log, moves pages to the front of the page file and truncates this file. If pages
   * are written in place, no page moves and only free slots at the end are truncated.
   *
   * @return number of pages moved
   */
  long compactFiles() {
    compact();
    long moved = 0;
    if (pages != null) {
      moved = moveToFront();
      compact(); // removes the frames of the moves from the log
    }
    giveEndOfOwnFilesBack();
    if (pages != null) {
      giveEndOfPagesBack();
    }
    return moved;
  }

  /**
   * Moves pages to the front of the file, with a checkpoint after each round of moves. The MOVE
   * frames that record these moves are still in the log afterwards.
   */
  long moveToFront() {
    long moved = 0;
    boolean closer = true;
    while (closer) {
      CapturedFrames content = collector.collect(part -> logsCommits);
      try {
        long movedNow = pages.moveToFront(frames::moved);
        moved += movedNow;
        long before = pages.length();
        checkpoint(content);
        // The checkpoint's own pages may have gone to the end. A further round moves them forward.
        closer = pages.length() < before || movedNow > 0;
      } finally {
        collector.finishWriting();
      }
    }
    return moved;
  }

  /**
   * Truncates the free space at the end of each file that only one structure uses. Does not
   * truncate the page file, which several structures share.
   */
  void giveEndOfOwnFilesBack() {
    for (LogParticipant part : parts) {
      if (pages == null || !part.sharesSlots()) {
        part.giveEndBack();
      }
    }
  }

  /** Truncates the free slots at the end of the page file. */
  void giveEndOfPagesBack() {
    collector.startWriting();
    try {
      pages.giveEndBack();
    } finally {
      collector.finishWriting();
    }
  }
}
