package org.flashgrove.storage.log;

import java.util.List;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PlacementStats;

/**
 * Says how many bytes of a store's files hold content, how many a compaction frees, and whether
 * closing the store is worth a compaction.
 *
 * <p>A compaction writes at most a constant multiple of the bytes that it frees. The store wrote
 * these bytes since the previous compaction, so all compactions together write at most a constant
 * multiple of what the store wrote.
 */
final class FileUse {
  /** Pages up to which files are small: closing does not shorten them. */
  private static final long SMALL_PAGES = 256;

  /** Free slots are worth a compaction if they take more than this part of the content. */
  private static final int PAGE_PART = 32;

  /** Free blocks are worth a compaction if they take more than this part of the content. */
  private static final int BLOCK_PART = 16;

  /** Free log bytes are worth a compaction if they are more than this part of the content. */
  private static final int LOG_PART = 64;

  /** A compaction of the log writes at most this many times the bytes that it frees. */
  private static final int MOST_LOG_COST = 8;

  /** Words of a frame in a compacted log that are not its content. */
  private static final int FRAME_WORDS = 4 + StoreLog.SECTION_HEAD_WORDS;

  private final long logBytes;
  private final long smallBytes;
  private final long freePages;
  private final long files;
  private long content;
  private long freeLog;
  private long logCost;

  private FileUse(AppendLog log, FreePages pages, List<? extends Copyable> parts) {
    logBytes = log.sizeBytes();
    PlacementStats slots = pages.figures();
    smallBytes = SMALL_PAGES * pages.pageSize();
    long live = slots.liveSlots() * pages.pageSize();
    long held = slots.pinnedSlots() * pages.pageSize();
    freePages = slots.pageCount() * pages.pageSize() - live - held;
    content = live + parts.stream().mapToLong(Copyable::ownFileBytes).sum();
    files = logBytes + content + freePages;
  }

  /** Measures page file and files of blocks; the caller holds the store lock. */
  static FileUse ofPages(AppendLog log, FreePages pages, List<? extends Copyable> parts) {
    return new FileUse(log, pages, parts);
  }

  /** Measures all files; the caller holds the store lock, and no thread changes the store. */
  static FileUse of(AppendLog log, FreePages pages, List<? extends Copyable> parts) {
    FileUse use = new FileUse(log, pages, parts);
    use.measureLog(parts);
    return use;
  }

  private void measureLog(List<? extends Copyable> parts) {
    long flushed = 0;
    long[] kept = {0};
    for (Copyable part : parts) {
      long unflushed = part.unflushedBytes();
      if (part.logsWholePages()) {
        flushed += unflushed;
      } else if (unflushed > 0 && unflushed / 2 < logBytes) { // otherwise the log is no larger
        part.content((type, words, length) -> kept[0] += Long.BYTES * (FRAME_WORDS + length));
      } else {
        kept[0] += unflushed;
      }
    }
    content += kept[0];
    freeLog = logBytes - kept[0];
    logCost = flushed + kept[0];
  }

  /**
   * Returns whether opening would have so much of the log to apply that the log is worth rewriting,
   * whatever its size. About half of the content was then logged since the log was last written
   * with it, so that all rewrites together write at most a constant multiple of what commits wrote.
   */
  static boolean isReplayLong(FreePages pages, List<? extends Copyable> parts) {
    long replayed = 0;
    long content = 0;
    for (Copyable part : parts) {
      long own = part.replayBytes();
      replayed += own;
      content += own > 0 ? part.unflushedBytes() : 0;
    }
    return replayed > SMALL_PAGES * pages.pageSize() && replayed >= content / 2;
  }

  private boolean isWorth(long free, int part) {
    return files > smallBytes && free > content / part;
  }

  /** Returns whether the log is so large that it is worth compacting. */
  boolean isLogLarge() {
    return freeLog > logCost / MOST_LOG_COST && isWorth(freeLog, LOG_PART);
  }

  /** Returns whether so many slots are free that pages are worth moving to the front. */
  boolean isPageFileLarge() {
    return isWorth(freePages, PAGE_PART);
  }

  /** Returns whether free blocks of some bytes are worth merging blocks for. */
  boolean areBlocksLoose(long bytes) {
    return isWorth(bytes, BLOCK_PART);
  }
}
