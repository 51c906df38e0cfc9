package org.flashgrove.storage.log;

import java.util.List;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.role.Copyable;
import org.flashgrove.storage.placement.FreePages;
import org.flashgrove.storage.placement.PlacementStats;

/**
 * Computes how many bytes of a store's files are in use, and how many bytes a compaction would
 * free. Decides whether a compaction is worthwhile when the store is closed.
 *
 * <p>A compaction is worthwhile only if it writes at most a constant multiple of the bytes that it
 * frees. The store wrote the freed bytes after the previous compaction. All compactions together
 * therefore write at most a constant multiple of the bytes that the store wrote.
 */
final class FileUse {
  /**
   * Number of pages up to which files count as small. Closing a store does not shorten small files.
   */
  private static final long SMALL_PAGES = 256;

  /**
   * Divisor of the bytes in use. Free slots of the page file justify a compaction if they take more
   * than 1/{@code PAGE_PART} of the bytes in use.
   */
  private static final int PAGE_PART = 32;

  /**
   * Divisor of the bytes in use. Free blocks justify a compaction if they take more than 1/{@code
   * BLOCK_PART} of the bytes in use.
   */
  private static final int BLOCK_PART = 16;

  /**
   * Divisor of the bytes in use. The part of the log that a compaction would remove justifies a
   * compaction if it exceeds 1/{@code LOG_PART} of the bytes in use.
   */
  private static final int LOG_PART = 64;

  /** Maximum ratio of the bytes that a log compaction writes to the bytes that it frees. */
  private static final int MOST_LOG_COST = 8;

  /** Number of header words of a frame in a compacted log. */
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

  /**
   * Measures the page file and the block files, but not how much of the log is in use. The caller
   * holds the store lock.
   */
  static FileUse ofPages(AppendLog log, FreePages pages, List<? extends Copyable> parts) {
    return new FileUse(log, pages, parts);
  }

  /** Measures all files. The caller holds the store lock, and no thread changes the store. */
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
        // otherwise the log is not larger than its content
      } else if (unflushed > 0 && unflushed / 2 < logBytes) {
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
   * Returns whether the next open would replay so many changes that the log should be rewritten
   * now, whatever the size of the log.
   *
   * <p>If so, the changes logged since the last rewrite amount to at least half of the content that
   * the rewritten log would have. All rewrites together therefore write at most a constant multiple
   * of the bytes that commits wrote.
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

  /** Returns whether the log is large enough to justify a compaction. */
  boolean isLogLarge() {
    return freeLog > logCost / MOST_LOG_COST && isWorth(freeLog, LOG_PART);
  }

  /**
   * Returns whether enough slots of the page file are free to justify moving pages to its front.
   */
  boolean isPageFileLarge() {
    return isWorth(freePages, PAGE_PART);
  }

  /** Returns whether {@code bytes} bytes of free blocks justify merging blocks. */
  boolean areBlocksLoose(long bytes) {
    return isWorth(bytes, BLOCK_PART);
  }
}
