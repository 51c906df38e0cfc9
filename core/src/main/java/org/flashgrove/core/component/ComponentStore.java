package org.flashgrove.core.component;

import org.flashgrove.core.page.PageUnits;

/**
 * Storage for an index whose entries are in sealed blocks: it writes and reads blocks and keeps a
 * log of words. The words of an operation are its insertions and deletions; the words of an edit
 * list the blocks that are valid from then on. The store does not interpret words.
 *
 * <p>An index attaches itself before the store is opened; from then on the store calls {@link
 * ComponentIndex}. One thread at a time changes the index, by one operation at a time. Any number
 * of threads read concurrently, each through its own snapshot.
 *
 * <p>The index may call {@link #newBlock} and {@link #edit} only inside {@link
 * ComponentIndex#makeRoom}, {@link ComponentIndex#flush} and {@link #maintain}; elsewhere they
 * throw {@link IllegalStateException}. An edit changes how entries are stored, not which entries
 * exist. One thread at a time writes the pages of a block, at any time: commits wait for a merge
 * only while it allocates a block or makes its edit.
 *
 * <p>After a failed write, every call except {@link #close()} throws {@link
 * org.flashgrove.core.failure.StoreClosedException} until the store is opened again.
 */
public interface ComponentStore extends AutoCloseable {
  /**
   * Size in bytes of the envelope at the start of each page. The envelope contains the page's
   * checksum and binds the page to its store, block, sequence number and index.
   */
  int ENVELOPE_BYTES = 32;

  /** Returns the name of the store in messages, such as the path of its file. */
  default String name() {
    return "store";
  }

  /** Returns the size of a page in bytes, including the store's envelope. */
  int pageSize();

  /** Returns the number of bytes in a page after the envelope, which the index may use. */
  default int contentSize() {
    return pageSize() - ENVELOPE_BYTES;
  }

  /** Returns the maximum number of pages in a block. */
  int blockPages();

  /**
   * Attaches the index. Call it once, before the store is opened.
   *
   * @throws IllegalStateException if an index is already attached, or the store is open
   */
  void attach(ComponentIndex index);

  /**
   * Starts an operation.
   *
   * @throws IllegalStateException if an operation is open
   */
  ComponentOperation begin();

  /**
   * Commits words without waiting for the log, if commits of this store need not be durable
   * individually and the index has a queue ({@link ComponentIndex#waiting}). Snapshots see the
   * commit immediately. The store logs and applies queued commits together, before it changes
   * anything else or makes anything durable. The caller must have no operation open.
   *
   * @param words copied from index 0 before the call returns
   * @return false if the words were not committed; the caller must then commit them by an operation
   */
  default boolean commitLater(long[] words, int length) {
    return false;
  }

  /** Applies all queued commits. */
  default void applyWaiting() {
    // no commit is queued
  }

  /**
   * Allocates a free block for writing. Several blocks may be open at a time.
   *
   * @throws org.flashgrove.core.failure.StoreIoException if the device has no free block
   */
  BlockWriter newBlock();

  /**
   * Allocates a free block like {@link #newBlock()}, and tells the device how soon the block will
   * be retired.
   *
   * @param level level of the block in the index, at least 0. The index retires blocks of lower
   *     levels sooner.
   */
  default BlockWriter newBlock(int level) {
    return newBlock();
  }

  /**
   * Returns a counter of the units of the device that would hold no valid pages if some blocks were
   * retired. By default the device has no units. Call this method after the store was opened.
   */
  default EmptiedUnits emptiedUnits() {
    return new EmptiedUnits(PageUnits.NONE, blockPages(), pageSize());
  }

  /**
   * Makes the pages written so far durable, so that the next edit need not wait for them. Any
   * thread may call this method at any time.
   */
  void syncBlocks();

  /**
   * Changes the set of valid blocks. The store makes new blocks durable, appends a frame with the
   * words to the log, and runs {@code publish}. It takes no snapshot meanwhile, so each snapshot
   * sees the index before or after the change. The frame becomes durable with the next durable
   * commit. After a crash before then, the next opening may restore the previous blocks. It
   * restores every committed entry in either case.
   *
   * <p>The store reuses retired blocks once the frame is durable and every snapshot that may read
   * them is closed.
   *
   * @param words words from index 0 that contain everything {@link ComponentIndex#restore} needs,
   *     including the added blocks
   * @param added blocks that become valid, sealed since the store was opened
   * @param retired blocks that are no longer valid
   * @param publish makes the change current in memory; does not fail
   * @return number of the frame, greater than the number of every earlier commit
   */
  long edit(long[] words, int length, Block[] added, Block[] retired, Runnable publish);

  /**
   * Reads pages in one batch and passes them on in the order of arrival. The store first verifies
   * that each page is intact and belongs to this store and to the requested block, sequence and
   * index.
   *
   * <p>Any number of threads may call this method concurrently. A thread may read the blocks of its
   * own snapshot and, inside a call of {@link ComponentIndex}, the blocks that are valid during
   * this call. It may also read a block that no other thread can retire.
   *
   * @throws org.flashgrove.core.failure.DamagedStoreException if a page is not intact. The message
   *     names the file, the block and the page. The sink may have received other pages.
   */
  void read(PageRequests wanted, PageSink sink);

  /** Returns a snapshot of the index as of the newest commit. */
  ComponentSnapshot snapshot();

  /** Returns the number of the newest commit. */
  long newestCommit();

  /**
   * Runs maintenance work of the index between commits. The work may call {@link #newBlock} and
   * {@link #edit}.
   */
  void maintain(Runnable work);

  /** Makes all commits so far durable; they survive a power cut once this method returns. */
  void sync();

  /**
   * Waits until everything that the calling thread committed by {@link
   * ComponentOperation#commitAsync} is durable, if the sync mode makes each commit durable. The
   * default does nothing.
   */
  default void awaitDurable() {
    // commitAsync has waited
  }

  /** Makes the index write its entries in memory to blocks ({@link ComponentIndex#flush}). */
  void flush();

  /** Closes the store. Commits are durable according to the store's sync mode. */
  @Override
  void close();
}
