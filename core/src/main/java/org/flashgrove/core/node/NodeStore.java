package org.flashgrove.core.node;

import java.nio.ByteBuffer;

/**
 * What an index sees: nodes by id, read through views and changed by operations.
 *
 * <p>An index knows nothing of devices, buffers and logs behind this port; a flash-aware store
 * knows nothing of trees. That makes every buffer fit every tree.
 *
 * <p>Calls come from one thread at a time unless {@link #readsConcurrently()} says more. At most
 * one operation is open at a time; a second {@link #begin()} is the caller's mistake.
 *
 * <p>After a failed write every call except {@link #close()} ends in {@link
 * org.flashgrove.core.failure.StoreClosedException} until the store is opened again.
 */
public interface NodeStore extends AutoCloseable {
  /** The root of a store that holds no tree yet. */
  long NO_NODE = -1;

  /** Most bytes a tree may keep in the catalog. */
  int MAX_EXTRA_BYTES = 256;

  /** Bytes of a page; each node fits one. */
  int pageSize();

  /** What the tree states about its levels. */
  TreeLayout layout();

  /** A view of the newest commit; it stays there while later operations commit. */
  NodeReader snapshot();

  /**
   * Whether any number of threads may take and read snapshots, each its own, beside each other and
   * beside the one thread that has an operation open.
   */
  default boolean readsConcurrently() {
    return false;
  }

  /** Starts an operation. */
  NodeOperation begin();

  /**
   * Writes whole nodes at once, past the write buffer and the per-entry log, as bulk loading wants.
   * Pages are images as {@link NodePage} draws them, not yet sealed, with ids from {@link
   * NodeOperation#create} of an open operation; they become visible when that operation commits a
   * CATALOG that refers to them, and are durable by then.
   *
   * <p>A node's content before, as {@link NodeOperation#create} gave it, is replaced by its image.
   *
   * @param pages page images, one after the other, in ascending order of node ids, which is not
   *     always the order in which they were given out
   * @param count number of images
   */
  void appendSealed(ByteBuffer pages, int count);

  /** Returns when all commits so far survive a power cut as far as the store's placement can. */
  void sync();

  /** Brings every buffered change to the device. */
  void flush();

  /**
   * Ids of deleted nodes that are free to be given out, oldest first, and the last id given out.
   */
  NodeIds ids();

  /**
   * Ends the store; what is committed is kept as the store's sync mode says. Afterwards {@link
   * #snapshot}, {@link #begin}, {@link #sync} and {@link #flush} end in {@link
   * org.flashgrove.core.failure.StoreClosedException}; a second call does nothing.
   */
  @Override
  void close();
}
