package org.flashgrove.core.node;

import java.nio.ByteBuffer;

/**
 * Keeps the nodes of one tree. The tree reads nodes by id through snapshots and changes them by
 * operations; an operation commits all of its changes or none.
 *
 * <p>A tree knows nothing of the devices, buffers and logs behind this port, and an implementation
 * knows nothing of trees. Every buffer can therefore serve every tree.
 *
 * <p>An id is a number from 0 on that {@link NodeOperation#create} assigns. A level is the height
 * of a node above the leaves, which are level 0; the tree passes it with each call, and {@link
 * TreeLayout#at} returns the layout of its entries.
 *
 * <p>One thread at a time calls a store, its snapshots and its operation, unless {@link
 * #readsConcurrently()} permits more. At most one operation is open at a time.
 *
 * <p>After a failed write every call except {@link #close()} ends in {@link
 * org.flashgrove.core.failure.StoreClosedException} until the store is opened again.
 */
public interface NodeStore extends AutoCloseable {
  /** The root of a store that holds no tree yet. */
  long NO_NODE = -1;

  /** The most bytes of its own that a tree may keep in the catalog. */
  int MAX_EXTRA_BYTES = 256;

  /** Returns the bytes of a page. The image of a node fits one page. */
  int pageSize();

  /** Returns the layouts of the tree's levels, with which the store was opened. */
  TreeLayout layout();

  /**
   * Returns a view of the newest commit. It shows that commit, unchanged, while later operations
   * commit; the caller closes it.
   */
  NodeReader snapshot();

  /**
   * Returns whether nodes that a reader announces ({@link NodeReader#willRead}) come from the
   * device side by side: then searches that run to the end announce the leaves below a node.
   */
  default boolean readsTogether() {
    return false;
  }

  /**
   * Returns whether any number of threads may take snapshots and read them, each thread its own, at
   * the same time as each other and as the thread that has an operation open.
   */
  default boolean readsConcurrently() {
    return false;
  }

  /**
   * Starts an operation on the newest commit; the caller closes it.
   *
   * @throws IllegalStateException if an operation is open, or the store was opened for reading only
   */
  NodeOperation begin();

  /**
   * Writes whole nodes of the open operation, for bulk loading: past the write buffer, and without
   * a log record of each entry. The operation has created each node before, empty, by {@link
   * NodeOperation#create}; the image replaces that content. The nodes are visible inside the
   * operation at once, and to snapshots after its commit, before which the store makes them
   * durable. If the operation closes without a commit they leave no trace.
   *
   * @param pages images of {@link #pageSize()} bytes as {@link NodePage} lays them out, not sealed,
   *     one after the other from byte 0 on in ascending order of node ids, which need not be the
   *     order in which the ids were assigned
   * @param count number of images
   */
  void appendSealed(ByteBuffer pages, int count);

  /**
   * Makes all commits so far durable: they survive a power cut, as far as the store's placement
   * allows.
   */
  void sync();

  /**
   * Waits for the medium if each commit has to: until what the calling thread committed by {@link
   * NodeOperation#commitAsync} is durable. This default has waited already.
   */
  default void awaitDurable() {
    // commits wait themselves
  }

  /**
   * Returns how many inner nodes a tree reads when it is opened, from the root on and level by
   * level, so that its first queries find them in memory. This default wants none.
   */
  default int nodesToWarm() {
    return 0;
  }

  /** Returns how many nodes the buffer holds at most. This default knows of no bound. */
  default int nodesHeld() {
    return Integer.MAX_VALUE;
  }

  /** Writes every buffered change to the device. No operation may be open. */
  void flush();

  /**
   * Returns the free ids of deleted nodes, oldest first, and the highest id ever assigned. The
   * caller only reads them.
   */
  NodeIds ids();

  /**
   * Closes the store. Commits stay as durable as the store's sync mode makes them. Afterwards
   * {@link #snapshot}, {@link #begin}, {@link #sync} and {@link #flush} end in {@link
   * org.flashgrove.core.failure.StoreClosedException}. A second call does nothing.
   */
  @Override
  void close();
}
