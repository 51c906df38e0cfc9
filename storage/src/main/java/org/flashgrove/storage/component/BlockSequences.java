package org.flashgrove.storage.component;

import org.flashgrove.core.component.Block;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.storage.log.LoggedStore;
import org.flashgrove.storage.log.StoreLog;

/**
 * The sequence numbers of the contents of blocks, each given out once in the life of a store. The
 * log names a bound, durably before a number below it is used.
 *
 * <p>Any thread may read the bound; the rest is for the thread that holds the store lock.
 */
final class BlockSequences {
  /** Sequence numbers that one frame of the log sets aside. */
  private static final long SEQUENCES_AHEAD = 1L << 20;

  /** Greatest bound of sequence numbers. */
  private static final long MAX_SEQUENCE = Long.MAX_VALUE / 2;

  private final LoggedStore store;
  private final int structure;
  private long last;
  private volatile long setAside;

  /** Creates the sequence numbers of a structure, of which none was given out. */
  BlockSequences(LoggedStore store, int structure) {
    this.store = store;
    this.structure = structure;
  }

  /** Returns the bound: no content has a greater number. */
  long setAside() {
    return setAside;
  }

  /** Makes sure that a number can be given out. */
  void prepare() {
    if (last == setAside) {
      setMoreAside();
    }
  }

  /** Sets sequences aside, durably: after a crash none of them is given out again. */
  private void setMoreAside() {
    long bound = last + SEQUENCES_AHEAD;
    store.frames().append(structure, StoreLog.SEQUENCES, new long[] {bound}, 1);
    store.sync();
    setAside = bound;
  }

  /** Gives a number out; call {@link #prepare} before. */
  long next() {
    return ++last;
  }

  /** Takes over a bound from the log; returns false if the log cannot name it. */
  boolean recover(long bound) {
    if (bound <= setAside || bound > MAX_SEQUENCE) {
      return false;
    }
    setAside = bound;
    return true;
  }

  /** Refuses a block whose number was not given out. */
  void requireGivenOut(Block block) {
    if (block.sequence() > setAside) {
      throw new DamagedStoreException(
          "log",
          "SEQUENCES frames",
          "block "
              + block.number()
              + " has sequence "
              + block.sequence()
              + ", but they were given out up to "
              + setAside);
    }
  }

  /** Begins behind the bound, when a store is opened. */
  void startBehind() {
    last = setAside;
  }

  /** Appends the section that names the bound, if there is one. */
  void appendTo(AppendLog.FrameSink sections) {
    if (setAside > 0) {
      sections.append(StoreLog.SEQUENCES, new long[] {setAside}, 1);
    }
  }
}
