package org.flashgrove.core.node;

/**
 * A consistent view of a tree's nodes: as one commit left them, or as the open operation has
 * changed them.
 *
 * <p>{@link #read} fetches images through the store's buffers, which may read the device and which
 * count hits and misses. So that counts stay comparable, a tree reads the root once per operation
 * or query. One thread at a time uses a view.
 */
public interface NodeReader extends AutoCloseable {
  /** Returns the root's node id, or {@link NodeStore#NO_NODE} in a store without a tree yet. */
  long root();

  /** Returns the root's level: 0 if the root is a leaf, or if there is no tree yet. */
  int height();

  /**
   * Returns the number of entries in all leaves, as the tree last set it by {@link
   * NodeOperation#entries(long)}; 0 at first.
   */
  long entries();

  /**
   * Returns the tree's own bytes, as it last set them by {@link NodeOperation#extra(byte[])}: at
   * most {@link NodeStore#MAX_EXTRA_BYTES}, none at first. The caller must not change the array.
   */
  byte[] extra();

  /**
   * Returns the image of a node. It does not change, whatever is committed or staged, until the
   * caller passes it to {@link #release}. Each read needs its own release.
   *
   * @param nodeId the id, as the root or a parent's entry holds it
   * @param level the level that follows from the parent's
   * @throws org.flashgrove.core.failure.DamagedStoreException if there is no such node, it has
   *     another level, or its page does not verify: an id or a level that no tree wrote must end
   *     here
   * @throws org.flashgrove.core.failure.SnapshotExpiredException if the store has dropped the image
   *     that this snapshot would see
   */
  NodeView read(long nodeId, int level);

  /**
   * Announces the next nodes that the calling thread will read, in this order, so that the store
   * may read several of them at a time. The announcement does not change the result of {@link
   * #read}, nor the count of pages read if all announced nodes are read. A later call replaces the
   * rest of an earlier one. This default does nothing.
   *
   * @param nodeIds holds the node ids at indices {@code from} to {@code to - 1}
   * @param from first index
   * @param to last index + 1; equal to {@code from} to announce nothing
   */
  default void willRead(long[] nodeIds, int from, int to) {
    // nodes are read one by one
  }

  /**
   * Gives back an image that {@link #read} of this view returned; the caller must not use it any
   * more.
   */
  void release(NodeView node);

  /**
   * Closes the view. The caller has released all images, and must not use the view any more: the
   * store may reuse the object for another view.
   */
  @Override
  void close();
}
