package org.flashgrove.core.node;

import java.nio.ByteBuffer;

/**
 * Storage for the nodes of one tree. The tree reads nodes by id through snapshots and changes them
 * by operations; an operation commits all of its changes or none of them.
 *
 * <p>This interface separates trees from devices, buffers and logs, so every buffer works with
 * every tree.
 *
 * <p>{@link NodeOperation#create} assigns node ids, from 0. A level is the height of a node above
 * the leaves, which have level 0. The tree passes the level with each call, and {@link
 * TreeLayout#at} returns the layout of the entries at a level.
 *
 * <p>One thread at a time calls a store, its snapshots and its operation, unless {@link
 * #readsConcurrently()} permits more. At most one operation is open at a time.
 *
 * <p>After a failed write, every call except {@link #close()} throws {@link
 * org.flashgrove.core.failure.StoreClosedException} until the store is opened again.
 */
public interface NodeStore extends AutoCloseable {
  /** Value of {@link NodeReader#root} in a store without a tree. */
  long NO_NODE = -1;

  /**
   * Maximum number of bytes that a tree may store in the catalog by {@link NodeOperation#extra}.
   */
  int MAX_EXTRA_BYTES = 256;

  /** Returns the name of the store in messages, such as the path of its file. */
  default String name() {
    return "store";
  }

  /** Returns the size of a page in bytes. The image of a node fits one page. */
  int pageSize();

  /** Returns the layouts of the tree's levels, with which the store was opened. */
  TreeLayout layout();

  /** Returns an unchanging view of the newest commit. The caller closes it. */
  NodeReader snapshot();

  /**
   * Returns whether the device reads nodes that a reader announces ({@link NodeReader#willRead}) in
   * parallel. If so, a search that visits all matching leaves announces the matching leaves below a
   * node before it reads them.
   */
  default boolean readsTogether() {
    return false;
  }

  /**
   * Returns whether several threads may concurrently take snapshots and read them, even while an
   * operation is open. Each thread uses its own snapshot.
   */
  default boolean readsConcurrently() {
    return false;
  }

  /**
   * Starts an operation on the newest commit; the caller closes it.
   *
   * @throws IllegalStateException if an operation is open, or the store was opened read-only
   */
  NodeOperation begin();

  /**
   * Writes complete nodes of the open operation, for bulk loading. This bypasses the write buffer
   * and logs no record per entry. The operation must have created each node, empty, by {@link
   * NodeOperation#create}. The nodes are visible inside the operation immediately, and to snapshots
   * after its commit. The store makes them durable before the commit. If the operation closes
   * without a commit, the nodes are discarded.
   *
   * @param pages unsealed images of {@link #pageSize()} bytes in the layout of {@link NodePage},
   *     consecutive from byte 0, in ascending order of node ids
   * @param count number of images
   */
  void appendSealed(ByteBuffer pages, int count);

  /**
   * Makes all commits so far durable. They then survive a power cut. If the store writes pages in
   * place, however, a power cut that tears a page may lose changes of this page.
   */
  void sync();

  /**
   * Waits until everything that the calling thread committed by {@link NodeOperation#commitAsync}
   * is durable, if the sync mode makes each commit durable. The default does nothing.
   */
  default void awaitDurable() {
    // by default commitAsync waits as commit does
  }

  /**
   * Returns the number of internal nodes that a tree reads when it is opened, level by level from
   * the root. The first queries then find these nodes in memory. The default is 0.
   */
  default int nodesToWarm() {
    return 0;
  }

  /** Returns the maximum number of nodes in the buffer. The default is unlimited. */
  default int nodesHeld() {
    return Integer.MAX_VALUE;
  }

  /** Writes all buffered changes to the device. No operation may be open. */
  void flush();

  /**
   * Returns the free ids of deleted nodes, oldest first, and the highest id ever assigned. The
   * caller must not change the result.
   */
  NodeIds ids();

  /**
   * Closes the store. Commits stay as durable as the store's sync mode makes them. Afterwards
   * {@link #snapshot}, {@link #begin}, {@link #sync} and {@link #flush} throw {@link
   * org.flashgrove.core.failure.StoreClosedException}. A second call does nothing.
   */
  @Override
  void close();
}
