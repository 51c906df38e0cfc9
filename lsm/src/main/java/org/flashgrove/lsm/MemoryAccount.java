package org.flashgrove.lsm;

import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.lsm.merge.ComponentSource;
import org.flashgrove.lsm.merge.ComponentWriter;
import org.flashgrove.lsm.merge.LsmConfig;

/**
 * The memory of an LSM R-tree: what is charged to it, how much of it the memory component may take,
 * and what is left for pages that queries read.
 */
final class MemoryAccount {
  /** Part of the memory that is the memory component's, at most and at least. */
  static final int MOST_BUFFER_PART = 2;

  private static final int LEAST_BUFFER_PART = 8;

  /** Components for whose merge a memory must have room. */
  private static final int LEAST_MERGE = 8;

  private final LsmContent content;
  private final LsmConfig config;
  private final Object lending = new Object();
  private long mostBytes; // with the monitor of lending
  private volatile long incoming; // bytes of the change that comes next

  MemoryAccount(LsmContent content, LsmConfig config) {
    this.content = content;
    this.config = config;
  }

  /**
   * Refuses a memory that is too small for a merge.
   *
   * @throws SpecException stating a memory that is enough
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

  /** Sets the bytes that the change to come will take. */
  void expect(long bytes) {
    incoming = bytes;
  }

  /** Returns the bytes that the change to come will take. */
  long incoming() {
    return incoming;
  }

  /** Returns the most bytes that were charged after a change since the index was opened. */
  long mostBytes() {
    synchronized (lending) {
      return mostBytes;
    }
  }

  /**
   * Returns the bytes charged, those of a running merge included, without pages that are lent; for
   * any thread.
   */
  long bytes() {
    LsmView now = content.view();
    return now.memoryBytes()
        + now.stored().bytes()
        + content.pages().tableBytes()
        + content.jobs().bytes();
  }

  /** Lends to queries what nothing else needs; for any thread. */
  void lendFree() {
    synchronized (lending) {
      long held = bytes();
      mostBytes = Math.max(mostBytes, held);
      content.pages().lend(config.memory() - held - content.memory().scratchBytes() - incoming);
    }
  }

  /** Returns all bytes that are in use, those of pages that queries read included. */
  long usedBytes() {
    return bytes() + content.pages().bytes();
  }

  /** Returns the bytes that the memory component may take. */
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
