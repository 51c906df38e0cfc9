package org.flashgrove.lsm;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
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
   * @throws SpecException if it is too small; the message estimates the minimum memory
   */
  void requireRoom(ComponentStore store) {
    long merge = new ComponentWriter(store, config, 0).bytes() + (long) 3 * store.pageSize();
    merge += LEAST_MERGE * ComponentSource.bytes(store.pageSize());
    long rest =
        config.memory() - config.memory() / LEAST_BUFFER_PART - content.memory().scratchBytes();
    if (merge + content.pages().tableBytes() > rest) {
      long needed = (merge + content.pages().tableBytes()) * 2;
      throw new SpecException(
          "lsm: memory=" + config.memory() + " (allowed: about " + needed + " or more)");
    }
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
