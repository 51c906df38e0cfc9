package org.flashgrove.core.node;

/**
 * A consistent view of a tree's nodes, at one commit or inside an operation.
 *
 * <p>Reading fetches through the store's buffers, so it may read the device and counts there. A
 * tree fetches the root once per operation or query.
 */
public interface NodeReader extends AutoCloseable {
  /** The root's node id, or {@link NodeStore#NO_NODE} in a store without a tree yet. */
  long root();

  /** The root's level: 0 for a single leaf. */
  int height();

  /** Number of entries in leaves, as the tree counts it. */
  long entries();

  /** Bytes of the tree's own, at most 256; empty at first. Not to be changed. */
  byte[] extra();

  /**
   * The node's image; it stays as it is until it is given back.
   *
   * @param nodeId a node that is there
   * @param level the level the parent says it has
   * @throws org.flashgrove.core.failure.DamagedStoreException if the device gives something else,
   *     there is no such node, or it has another level: content that no tree wrote ends here
   */
  NodeView read(long nodeId, int level);

  /**
   * Says which nodes the calling thread reads next, in this order, so that a store may bring many
   * from the device at a time. It changes nothing else: not what is read, nor what is counted as
   * read if all of them are. A later call replaces what is left of the one before.
   *
   * @param nodeIds node ids in {@code [from, to)}; whatever else stands there is left alone
   */
  default void willRead(long[] nodeIds, int from, int to) {
    // a store that brings them one by one
  }

  /** Gives back an image. */
  void release(NodeView node);

  /**
   * Ends the view; images still held must not be used any more, nor must the view: the object may
   * serve another.
   */
  @Override
  void close();
}
