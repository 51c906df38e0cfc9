package org.flashgrove.lsm;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.cache.PageCache;
import org.flashgrove.lsm.merge.ComponentSource;
import org.flashgrove.lsm.merge.ComponentWriter;
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * Accounting of the memory of an LSM R-tree. It computes the memory in use and the maximum size of
 * the memory component. It lends unused memory to the page cache.
 */
final class MemoryAccount {
  /** The memory component takes at most 1 / {@value} of the memory of the index. */
  static final int MOST_BUFFER_PART = 2;

  private static final int LEAST_BUFFER_PART = 8;

  /** The memory must suffice for a merge of at least this number of components. */
  private static final int LEAST_MERGE = 8;

  private final LsmContent content;
  private final LsmConfig config;
  private final Object lending = new Object();
  private long mostBytes; // guarded by the monitor of lending
  private volatile long incoming; // bytes of the next change

  MemoryAccount(LsmContent content, LsmConfig config) {
    this.content = content;
    this.config = config;
  }

  /**
   * Checks that the memory is large enough for a merge.
   *
   * @throws SpecException if it is too small; the message names the minimum
   */
  void requireRoom(ComponentStore store) {
    if (!hasRoom(store, config.memory())) {
      throw new SpecException(
          "lsm: memory=" + config.memory() + " (allowed: " + leastMemory(store) + " or more)");
    }
  }

  /** Returns whether a merge fits an index with a size of memory. */
  private boolean hasRoom(ComponentStore store, long memory) {
    int pageSize = store.pageSize();
    long merge = new ComponentWriter(store, config, 0).bytes() + 3L * pageSize;
    merge += LEAST_MERGE * ComponentSource.bytes(pageSize);
    long tables = content.pages().tableBytes();
    if (memory != config.memory()) {
      tables += new PageCache(pageSize, memory).tableBytes();
      tables -= new PageCache(pageSize, config.memory()).tableBytes();
    }
    long scratch = MemoryComponent.scratchBytes(memory / MOST_BUFFER_PART);
    return merge + tables + scratch <= memory - memory / LEAST_BUFFER_PART;
  }

  /** Returns the smallest memory that {@link #hasRoom} accepts, when it rejects the present one. */
  private long leastMemory(ComponentStore store) {
    long refused = config.memory();
    long accepted = 2 * refused;
    while (!hasRoom(store, accepted)) {
      refused = accepted;
      accepted *= 2;
    }
    while (accepted - refused > 1) {
      long middle = (refused + accepted) / 2;
      if (hasRoom(store, middle)) {
        accepted = middle;
      } else {
        refused = middle;
      }
    }
    return accepted;
  }

  /** Sets the number of bytes that the next change needs. */
  void expect(long bytes) {
    incoming = bytes;
  }

  /** Returns the number of bytes that the next change needs. */
  long incoming() {
    return incoming;
  }

  /**
   * Returns the largest value that {@link #bytes} had after any change since the index was opened.
   */
  long mostBytes() {
    synchronized (lending) {
      return mostBytes;
    }
  }

  /**
   * Returns the bytes that the index uses. They include the memory of a running merge, but not the
   * pages in the page cache. Any thread may call this method.
   */
  long bytes() {
    LsmView now = content.view();
    return now.memoryBytes()
        + now.stored().bytes()
        + content.pages().tableBytes()
        + content.jobs().bytes();
  }

  /** Lends spare memory to the page cache. Any thread may call this method. */
  void lendFree() {
    synchronized (lending) {
      long held = bytes();
      mostBytes = Math.max(mostBytes, held);
      content.pages().lend(config.memory() - held - content.memory().scratchBytes() - incoming);
    }
  }

  /** Returns all bytes that the index uses, including the pages in the page cache. */
  long usedBytes() {
    return bytes() + content.pages().bytes();
  }

  /**
   * Returns the maximum size of the memory component in bytes. It depends on the memory that other
   * parts of the index use.
   */
  long bufferRoom() {
    long others =
        content.stored().bytes()
            + content.pages().tableBytes()
            + content.jobs().bytes()
            + content.memory().scratchBytes();
    long most = Math.min(config.memory() / MOST_BUFFER_PART, config.memory() - others);
    return Math.max(config.memory() / LEAST_BUFFER_PART, most);
  }
}
