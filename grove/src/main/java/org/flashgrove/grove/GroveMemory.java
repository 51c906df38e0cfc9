package org.flashgrove.grove;

import java.util.function.Function;
import org.flashgrove.core.component.CommitQueue;
import org.flashgrove.core.memory.MemoryShare;
import org.flashgrove.core.memory.MemoryUser;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.grove.config.GroveConfig;
import org.flashgrove.grove.memtable.Memtable;
import org.flashgrove.grove.memtable.Partition;
import org.flashgrove.grove.merge.MergeRunner;

/**
 * Accounting of the memory of a Grove. It adds up the memory of the directory, the write buffer and
 * merges, and lends the rest to the page cache. Used by the writer only.
 */
final class GroveMemory {
  /** The write buffer gets at least 1 / {@value} of the memory, however large the directory is. */
  private static final int LEAST_BUFFER_PART = 8;

  /**
   * Maximum memory in bytes that a commit needs in addition to its words, because the commit may
   * enlarge a packed chunk and the array of unpacked changes.
   */
  private static final long MOST_COMMIT_ROOM = 4 << 10;

  private static final int COMMIT_ROOM_PART = 32;

  /**
   * Maximum memory in bytes that is reserved for changes during a merge, if no background thread
   * runs merges.
   */
  private static final long MOST_SLACK = 32 << 10;

  private final GroveConfig config;
  private final Memtable buffer;
  private final MergeRunner runner;
  private final PageCache pages;
  private final boolean hasWorker;
  private MemoryShare share;
  private CommitQueue waiting;

  /**
   * Creates the accounting.
   *
   * @param hasWorker whether a background thread runs merges
   */
  GroveMemory(
      GroveConfig config, Memtable buffer, MergeRunner runner, PageCache pages, boolean hasWorker) {
    this.config = config;
    this.buffer = buffer;
    this.runner = runner;
    this.pages = pages;
    this.hasWorker = hasWorker;
    share = MemoryShare.fixed(config.memory());
  }

  /**
   * Makes the index take its memory from a memory budget instead of its own settings. Must be
   * called before the index is used.
   *
   * @param shares opens a share of the budget for a memory user; the budget may ask this user to
   *     give memory back
   */
  void join(Function<MemoryUser, MemoryShare> shares) {
    if (config.merges().design().lends()) {
      share = shares.apply(pages);
      pages.join(share);
    }
  }

  /** Empties the page cache and closes the share of the memory budget. */
  void close() {
    pages.lend(0);
    share.close();
  }

  /**
   * Reports to the memory budget that a merge of the write buffer wrote {@code writtenPages} pages.
   */
  void merged(long writtenPages) {
    share.merged(writtenPages);
  }

  private long memory() {
    return share.bytes();
  }

  /**
   * Sets the commit queue. The memory of the queue counts as used only if a background thread runs
   * merges.
   */
  void setWaiting(CommitQueue commits) {
    waiting = commits;
  }

  /**
   * Returns the bytes that count against the configured memory. They include the memory of a
   * running merge, but not cached pages.
   */
  long bytes() {
    return keptBytes() + runner.bytes();
  }

  /** Returns all bytes in use, including cached pages. */
  long usedBytes() {
    return bytes() + pages.bytes();
  }

  /**
   * Returns the bytes that stay free if the running merge uses all of its reserved memory. If no
   * merge runs, the memory reserved for the next merge counts as used. The result is negative if
   * memory is short.
   */
  long free() {
    return memory() - keptBytes() - runner.reservedBytes();
  }

  private long keptBytes() {
    Partition partition = buffer.partition();
    return buffer.bytes()
        + partition.bytes()
        + partition.directory().bytes()
        + buffer.packingBytes()
        + (hasWorker ? waiting.bytes() : 0)
        + pages.tableBytes();
  }

  /**
   * Lends free memory to the page cache, or takes memory back if the write buffer or a merge needs
   * it.
   *
   * @param reserved bytes that the index needs for itself before the next call
   */
  void lend(long reserved) {
    lendBeside(runner.bytes(), reserved);
  }

  /**
   * Lends memory to the page cache like {@link #lend}. If a merge runs, lends only memory that
   * stays free even if the merge uses all its reserved memory.
   *
   * @param reserved bytes that the index needs for itself before the next call
   */
  void lendBesideMerge(long reserved) {
    lendBeside(runner.isRunning() ? runner.reservedBytes() : runner.bytes(), reserved);
  }

  private void lendBeside(long merge, long reserved) {
    long used = keptBytes() + merge + reserved;
    if (share.isFixed()) {
      pages.lend(memory() - used);
    } else {
      pages.lendRest(used, runner.reservedBytes() - merge);
    }
  }

  /** Returns the memory that a commit may need in addition to its words. */
  long commitRoom() {
    return Math.min(MOST_COMMIT_ROOM, memory() / COMMIT_ROOM_PART);
  }

  /** Returns the number of bytes reserved for the changes that arrive while a merge runs. */
  long slack() {
    long most = hasWorker ? Long.MAX_VALUE : MOST_SLACK;
    return Math.min(most, (long) (config.merges().slack() * memory()));
  }

  /**
   * Returns whether the memory has no room for {@code incoming} more bytes. If free memory is too
   * small, first asks the memory budget for more. Returns false while the write buffer is smaller
   * than the part of the memory that is guaranteed to it.
   */
  boolean isShortOf(long incoming) {
    long lacking = incoming - free();
    return lacking > 0
        && !share.grow(lacking)
        && buffer.changedBytes() + incoming > memory() / LEAST_BUFFER_PART;
  }
}
