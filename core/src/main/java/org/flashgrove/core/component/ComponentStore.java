package org.flashgrove.core.component;

/**
 * Storage for an index whose entries are kept in sealed blocks: it writes and reads blocks and
 * keeps a log of words. The words of an operation are its insertions and deletions; the words of an
 * edit list the blocks that are valid from then on. The store does not interpret them.
 *
 * <p>An index attaches itself before the store is opened, which then calls {@link ComponentIndex}.
 * One thread at a time changes the index, by one operation at a time; any number read beside it,
 * each through a snapshot of its own.
 *
 * <p>Blocks are taken, and edits made, where the index may change how its entries are stored,
 * though not which there are: in {@link ComponentIndex#makeRoom}, {@link ComponentIndex#flush} and
 * {@link #maintain}. Elsewhere {@link #newBlock} and {@link #edit} are the caller's mistake ({@link
 * IllegalStateException}). The pages of a block that was taken may be written anywhere, by one
 * thread at a time: a merge may go on beside commits, which wait only while it takes a block and
 * while its edit is made.
 *
 * <p>After a failed write every call except {@link #close()} ends in {@link
 * org.flashgrove.core.failure.StoreClosedException} until the store is opened again.
 */
public interface ComponentStore extends AutoCloseable {
  /**
   * Bytes at the front of each page that are the store's: what binds the page to store, block,
   * sequence and index, and its checksum.
   */
  int ENVELOPE_BYTES = 32;

  /** Returns the bytes of a page, the store's envelope included. */
  int pageSize();

  /** Returns the bytes of a page behind the envelope: those of the index. */
  default int contentSize() {
    return pageSize() - ENVELOPE_BYTES;
  }

  /** Returns the most pages of a block. */
  int blockPages();

  /**
   * Attaches the index whose store this is; once, before the store is opened.
   *
   * @throws IllegalStateException if another index did, or the store is open
   */
  void attach(ComponentIndex index);

  /**
   * Starts an operation.
   *
   * @throws IllegalStateException if one is open
   */
  ComponentOperation begin();

  /**
   * Commits words as an operation of them does, if commits of this store need not be durable one by
   * one and the index lets them wait ({@link ComponentIndex#waiting}): snapshots see the commit at
   * once, and it has its number; it is logged and applied together with others later, at the latest
   * before anything else is changed or made durable. No operation is open.
   *
   * @param words copied from index 0 before the call returns
   * @return false if nothing was done: an operation must commit them
   */
  default boolean commitLater(long[] words, int length) {
    return false;
  }

  /** Applies the commits that wait, for an index that is to look at all of what it holds. */
  default void applyWaiting() {
    // none waits
  }

  /**
   * Takes a free block to write it. Several may be open at a time.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if the device has no free block
   */
  BlockWriter newBlock();

  /**
   * Makes durable what was written to blocks so far, so that the next edit need not wait for that.
   * Called anywhere, by any thread.
   */
  void syncBlocks();

  /**
   * Changes which blocks count. New blocks are made durable, then a frame with the words is
   * appended to the log, then {@code publish} is run: no snapshot is taken while it runs, so that
   * each sees what it changes as it was before or as it is afterwards. The frame is durable with
   * the next commit that is; a crash before leaves the index with the blocks before, and everything
   * that was committed.
   *
   * <p>Retired blocks are given out again once the frame is durable and no snapshot is open that
   * may see them: one taken while they counted.
   *
   * @param words of the index's own, from index 0; they must say all that {@link
   *     ComponentIndex#restore} has to know, the added blocks included
   * @param added blocks that count from now on, sealed since the store was opened
   * @param retired blocks that count no more
   * @param publish makes the change current in memory; does not fail
   * @return number of the frame, later than that of each commit so far
   */
  long edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);

  /**
   * Reads pages in one batch and passes them on in the order of arrival. It first verifies that
   * each page is intact and belongs to this store and to the requested block, sequence and index.
   * Any number of threads may read: blocks of their own snapshots, blocks protected by a call of
   * {@link ComponentIndex}, or blocks that only the caller retires.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException naming file, block and page, if one
   *     of the pages is not as it was written; others may have been handed over
   */
  void read(PageRequests wanted, PageSink sink);

  /** Returns the index as the newest commit left it. */
  ComponentSnapshot snapshot();

  /** Returns the number of the newest commit. */
  long newestCommit();

  /**
   * Runs work of the index's own between commits: {@link #newBlock} and {@link #edit} are allowed
   * within.
   */
  void maintain(Runnable work);

  /** Returns when all commits so far survive a power cut. */
  void sync();

  /**
   * Waits for the medium if each commit has to: until what the calling thread committed by {@link
   * ComponentOperation#commitAsync} is durable. This default has waited already.
   */
  default void awaitDurable() {
    // commitAsync has waited
  }

  /** Brings what the index holds in memory to blocks ({@link ComponentIndex#flush}). */
  void flush();

  /** Closes the store. Commits are durable according to the store's sync mode. */
  @Override
  void close();
}
