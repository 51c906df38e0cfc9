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
 * Keeps the pages of a store and its log in agreement. A checkpoint makes the page maps durable; a
 * compaction is a checkpoint after which the log holds only what the pages do not; a copy of the
 * store is taken at a checkpoint.
 *
 * <p>With {@link SyncMode#BARRIER} commits are not logged, for structures whose papers have no log:
 * their costs must be those of the papers. Their numbers are counted on in memory. A checkpoint
 * saves the state of all structures, buffered changes included, in frames that start with a STATE
 * frame. This frame names the superblock that the state belongs to, so that writing the superblock
 * switches to the state. Syncs, flushes and closing are checkpoints; a crash takes a store back to
 * the last one. In place there is no superblock: before the first change after a state a frame is
 * logged which states that pages do not match it any more, and a store that was not closed after
 * that is refused.
 *
 * <p>The caller holds the commit lock of the store. The methods take the store lock and the
 * placement lock of {@link FreePages}, in this order. Work that needs the store lock runs before or
 * after the placement of pages.
 */
final class Checkpoints {
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

  /** The compaction that commits are paying for, or null. */
  private PacedCompaction paced;

  /** Newest commit that the last checkpoint contains, if commits are not in the log. */
  private volatile long settledCommit;

  /**
   * Creates the checkpoints of a store.
   *
   * @param pages slots and page maps of {@code placement=free}, or null
   * @param parts the structures of the store; more may come until it is opened
   * @param lock the store's lock
   * @param logCapacity bytes of log above which it is compacted
   * @param logsCommits whether a commit is a frame of the log
   */
  Checkpoints(
      AppendLog log,
      StoreLog frames,
      FreePages pages,
      List<LogParticipant> parts,
      Commits commits,
      ReentrantLock lock,
      long logCapacity,
      boolean logsCommits) {
    this.log = log;
    this.frames = frames;
    this.pages = pages;
    this.parts = parts;
    this.commits = commits;
    this.lock = lock;
    this.logCapacity = logCapacity;
    this.logsCommits = logsCommits;
    collector = new ContentCollector(frames, pages, parts, commits, lock, logCapacity, logsCommits);
    compactAbove = logCapacity;
  }

  /** Reports that the log was replayed up to a commit. */
  void opened(long newestCommit) {
    settledCommit = newestCommit;
    if (!logsCommits) {
      frames.stopLoggingCommits(newestCommit);
      if (log.isOfOlderFormat()) {
        compactAbove = 0; // programs of the older format refuse STATE frames of this one
      }
    }
  }

  /** Leaves changes in the log from now on that would need new blocks. */
  void startClosing() {
    collector.startClosing();
  }

  /** Returns whether a commit is a frame of the log. */
  boolean logsCommits() {
    return logsCommits;
  }

  /** Returns the newest commit that the last checkpoint contains. */
  long settledCommit() {
    return settledCommit;
  }

  /** Logs that pages written in place do not match the last state of the log any more. */
  void unsettle() {
    if (!logsCommits && pages == null && settledCommit == commits.newest()) {
      frames.unsettled();
      log.sync();
    }
  }

  /** Compacts the log or makes a checkpoint, if a commit made it due. */
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
   * Begins a compaction in steps, if a structure has its content in steps; that of others is
   * written to the new log at once.
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
    steps.forEach(paced::add); // their first steps take the store lock
    return true;
  }

  /** Notes that a structure was dropped. */
  void dropped(Copyable part) {
    if (paced != null) {
      paced.drop(part);
    }
  }

  private void compacted() {
    settledCommit = commits.newest();
    // Content that does not shrink must not be copied again at every commit.
    compactAbove = Math.max(logCapacity, 2 * log.sizeBytes());
  }

  /** Makes all commits durable that no log holds. */
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

  /** Makes durable what closing must not leave to recovery. */
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
   * Makes the page maps durable, and with them, if commits are not logged, the state of all
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
   * Makes a checkpoint; the caller holds the lock for writing pages. The log is synced before the
   * superblock is written, because images hold the log's changes.
   *
   * @param content frames that hold what the pages do not; read only if commits are not logged
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

  /** Makes durable what pages hold, and leaves in the log only what they do not. */
  void compact() {
    CompactionEvent event = StoreEvents.compaction();
    long bytesBefore = log.sizeBytes();
    if (paced != null) {
      paced.abandon();
      paced = null;
    }
    // A checkpoint's state begins with the number of its frames: there all are collected before.
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

  /** Returns the name of the store in events. */
  String name() {
    return parts.isEmpty() ? "store" : parts.get(0).fileName();
  }

  /** Makes durable what pages hold: changes that are on them may leave the log then. */
  private void settlePages(CapturedFrames content) {
    if (pages != null) {
      checkpoint(content);
    } else {
      for (LogParticipant part : parts) {
        part.syncPages();
      }
    }
  }

  /** Passes the state of the newest commit to a copy of the store. */
  void capture(StoreCapture taker) {
    CapturedFrames content = new CapturedFrames();
    lock.lock();
    try {
      collector.collect(content, part -> false, Copyable::copyContent);
      if (pages == null) {
        taker.take(commits.newest(), log.lastFrame(), collector.framesOf(content));
        return; // in place, pages are written under the lock
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
   * Empties the log, moves pages to the front of the file and gives the rest of it back. In place
   * only free slots at the end of the file are given back.
   *
   * @return number of pages moved
   */
  long compactFiles() {
    compact();
    long moved = 0;
    if (pages != null) {
      moved = moveToFront();
      compact(); // the moves leave the log
    }
    giveEndOfOwnFilesBack();
    if (pages != null) {
      giveEndOfPagesBack();
    }
    return moved;
  }

  /** Moves pages to the front of the file, behind a checkpoint; the moves are in the log. */
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
        // With no room in front the checkpoint's own pages went to the end; now there is some.
        closer = pages.length() < before || movedNow > 0;
      } finally {
        collector.finishWriting();
      }
    }
    return moved;
  }

  /** Gives the free blocks at the ends of files of structures back. */
  void giveEndOfOwnFilesBack() {
    for (LogParticipant part : parts) {
      if (pages == null || !part.sharesSlots()) {
        part.giveEndBack();
      }
    }
  }

  /** Gives the free slots at the end of the page file back, behind a checkpoint. */
  void giveEndOfPagesBack() {
    collector.startWriting();
    try {
      pages.giveEndBack();
    } finally {
      collector.finishWriting();
    }
  }
}
