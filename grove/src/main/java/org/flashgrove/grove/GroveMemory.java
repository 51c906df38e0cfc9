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
 * Memory of a Grove index: counts what the directory, the write buffer and merges use of it, and
 * lends the rest to the cache of pages. The writer's.
 */
final class GroveMemory {
  /** Least part of the memory for the write buffer, however large the directory is. */
  private static final int LEAST_BUFFER_PART = 8;

  /**
   * Most additional memory of a commit besides its words: a longer chunk and room for raw changes.
   */
  private static final long MOST_COMMIT_ROOM = 4 << 10;

  private static final int COMMIT_ROOM_PART = 32;

  /** Most memory that changes need while a merge is running, however large the memory is. */
  private static final long MOST_SLACK = 32 << 10;

  private final GroveConfig config;
  private final Memtable buffer;
  private final MergeRunner runner;
  private final PageCache pages;
  private final boolean hasWorker;
  private MemoryShare share;
  private CommitQueue waiting;

  /**
   * Creates the memory of an index.
   *
   * @param hasWorker whether a thread does the merges
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
   * Has the memory of the index be a share that grows and shrinks, before the index is used.
   *
   * @param shares opens the share for the part of the index that gives memory back
   */
  void join(Function<MemoryUser, MemoryShare> shares) {
    if (config.merges().design().lends()) {
      share = shares.apply(pages);
      pages.join(share);
    }
  }

  /** Empties the cache and gives the share back. */
  void close() {
    pages.lend(0);
    share.close();
  }

  /** Notes that changes were merged into pages. */
  void merged(long writtenPages) {
    share.merged(writtenPages);
  }

  private long memory() {
    return share.bytes();
  }

  /** Sets the queue of waiting insertions, which is charged where a thread does the merges. */
  void setWaiting(CommitQueue commits) {
    waiting = commits;
  }

  /**
   * Returns the bytes that count against the configured memory, including a running merge and
   * excluding free memory that caches pages.
   */
  long bytes() {
    return keptBytes() + runner.bytes();
  }

  /** Returns all bytes that are in use at the moment, those of pages that queries read included. */
  long usedBytes() {
    return bytes() + pages.bytes();
  }

  /** Returns the bytes that are free when the running merge, or the next one, holds its most. */
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
   * Lends the memory that is free to the cache of pages, and takes back what is not.
   *
   * @param reserved bytes that are needed before the next call
   */
  void lend(long reserved) {
    lendBeside(runner.bytes(), reserved);
  }

  /** Lends what is free even if the running merge takes the most that it may. */
  void lendBesideMerge(long reserved) {
    lendBeside(runner.reservedBytes(), reserved);
  }

  private void lendBeside(long merge, long reserved) {
    long used = keptBytes() + merge + reserved;
    if (share.isFixed()) {
      pages.lend(memory() - used);
    } else {
      pages.lendRest(used, runner.reservedBytes() - merge);
    }
  }

  /** Returns the additional memory that a commit may need besides its words. */
  long commitRoom() {
    return Math.min(MOST_COMMIT_ROOM, memory() / COMMIT_ROOM_PART);
  }

  /** Returns the memory that is free when a merge starts, for changes while it is running. */
  long slack() {
    long most = hasWorker ? Long.MAX_VALUE : MOST_SLACK;
    return Math.min(most, (long) (config.merges().slack() * memory()));
  }

  /**
   * Returns whether there is no room for some bytes in addition to the buffer's permanent reserve.
   */
  boolean isShortOf(long incoming) {
    long lacking = incoming - free();
    return lacking > 0
        && !share.grow(lacking)
        && buffer.changedBytes() + incoming > memory() / LEAST_BUFFER_PART;
  }
}
