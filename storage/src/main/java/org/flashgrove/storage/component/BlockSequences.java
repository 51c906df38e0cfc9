package org.flashgrove.storage.component;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;

/**
 * Assigns sequence numbers to blocks. Each time a block is written, it gets a number that was never
 * used before in this store. Before a number is assigned, the log durably contains an upper bound
 * that is at least this number.
 *
 * <p>Any thread may read the bound. All other methods require the store lock.
 */
final class BlockSequences {
  /** Number by which one log frame raises the durable upper bound of the sequence numbers. */
  private static final long SEQUENCES_AHEAD = 1L << 20;

  /** Greatest allowed value of the durable upper bound. */
  private static final long MAX_SEQUENCE = Long.MAX_VALUE / 2;

  private final LoggedStore store;
  private final int structure;
  private long last;
  private volatile long setAside;

  /** Creates the object for a structure that has not assigned any numbers yet. */
  BlockSequences(LoggedStore store, int structure) {
    this.store = store;
    this.structure = structure;
  }

  /** Returns the upper bound that is durable in the log. No block has a greater sequence number. */
  long setAside() {
    return setAside;
  }

  /** Logs a greater upper bound if all numbers up to the current upper bound are assigned. */
  void prepare() {
    if (last == setAside) {
      setMoreAside();
    }
  }

  /**
   * Durably reserves more numbers, by logging a greater upper bound. After a crash, numbers up to
   * this bound are not assigned again.
   */
  private void setMoreAside() {
    long bound = last + SEQUENCES_AHEAD;
    store.frames().append(structure, StoreLog.SEQUENCES, new long[] {bound}, 1);
    store.sync();
    setAside = bound;
  }

  /** Assigns a number. Call {@link #prepare} first. */
  long next() {
    return ++last;
  }

  /**
   * Restores the upper bound of the reserved numbers from a log frame.
   *
   * @return false if {@code bound} is invalid: not greater than the previous bound, or too great
   */
  boolean recover(long bound) {
    if (bound <= setAside || bound > MAX_SEQUENCE) {
      return false;
    }
    setAside = bound;
    return true;
  }

  /**
   * Throws {@link DamagedStoreException} if the block's sequence number is greater than the upper
   * bound in the log.
   */
  void requireGivenOut(Block block) {
    if (block.sequence() > setAside) {
      throw new DamagedStoreException(
          "log",
          "SEQUENCES frames",
          "block "
              + block.number()
              + " has sequence "
              + block.sequence()
              + ", but the log assigned only those up to "
              + setAside);
    }
  }

  /**
   * Lets the next assigned number be the durable upper bound plus 1, because any number up to the
   * bound may have been assigned. Called when a store is opened.
   */
  void startBehind() {
    last = setAside;
  }

  /**
   * Appends a log section with the upper bound of the reserved numbers. Appends nothing if no
   * number was ever reserved.
   */
  void appendTo(AppendLog.FrameSink sections) {
    if (setAside > 0) {
      sections.append(StoreLog.SEQUENCES, new long[] {setAside}, 1);
    }
  }
}
