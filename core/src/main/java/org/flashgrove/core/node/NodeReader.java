package org.flashgrove.core.node;

/**
 * A consistent view of a tree's nodes, as of one commit or including the changes of the open
 * operation.
 *
 * <p>{@link #read} fetches images through the store's buffers, which may read the device and which
 * count hits and misses. A tree reads the root once per operation or query, so that the counts of
 * different trees are comparable. One thread at a time uses a view.
 */
public interface NodeReader extends AutoCloseable {
  /** Returns the root's node id, or {@link NodeStore#NO_NODE} in a store without a tree yet. */
  long root();

  /** Returns the level of the root; 0 if the root is a leaf or the tree is empty. */
  int height();

  /**
   * Returns the number of entries in all leaves, as last set by {@link
   * NodeOperation#entries(long)}; 0 if it was never set.
   */
  long entries();

  /**
   * Returns the bytes that the tree last stored by {@link NodeOperation#extra(byte[])}, at most
   * {@link NodeStore#MAX_EXTRA_BYTES}. The array is empty if the tree has stored none. The caller
   * must not change the array.
   */
  byte[] extra();

  /**
   * Returns the image of a node. The image does not change until the caller passes it to {@link
   * #release}. Each read needs its own release.
   *
   * @param nodeId the id from the root pointer or a parent's entry
   * @param level the level, which is one less than the parent's
   * @throws org.flashgrove.core.failure.DamagedStoreException if the node does not exist, has
   *     another level, or its page is invalid
   * @throws org.flashgrove.core.failure.SnapshotExpiredException if the store has dropped the image
   *     for this snapshot
   */
  NodeView read(long nodeId, int level);

  /**
   * Announces the next nodes that the calling thread will read, in this order, so that the store
   * may read several of them at a time. The announcement does not change the results of {@link
   * #read}. It does not change the number of pages read either, provided that all announced nodes
   * are read. A later call replaces the remaining announcements. The default does nothing.
   *
   * @param nodeIds contains the node ids at indices {@code from} to {@code to - 1}
   * @param from first index
   * @param to last index + 1; equal to {@code from} to announce nothing
   */
  default void willRead(long[] nodeIds, int from, int to) {
    // nodes are read one by one
  }

  /**
   * Releases an image that {@link #read} of this view returned. The caller must not use the image
   * afterwards.
   */
  void release(NodeView node);

  /**
   * Closes the view. The caller must first release all images. It must not use the view afterwards,
   * because the store may reuse the object for another view.
   */
  @Override
  void close();
}
