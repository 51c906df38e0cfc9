package org.flashgrove.literature.buffer.units;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.page.PagePool;

/**
 * Keeps the images of the nodes that were read last. A tree reads a node before it replaces the
 * node's content. The changes can then be found by comparing the new content with the kept image,
 * without another device read. In RFTL's paper the algorithm still has the node in memory and saves
 * the same read. A kept image serves only this comparison; it is never passed to another reader.
 */
public final class RecentImages {
  private static final int MOST = 32;

  private final PagePool pool;
  private final NodePage[] images = new NodePage[MOST];
  private int next;

  public RecentImages(PagePool pool) {
    this.pool = pool;
  }

  /** Returns the memory of the kept images in bytes. */
  public long bytes() {
    int held = 0;
    for (NodePage image : images) {
      held += image == null ? 0 : 1;
    }
    return (long) held * pool.pageSize();
  }

  /**
   * Pins an image for its reader and keeps it. The image returns to the pool when it is no longer
   * kept and no reader has pinned it.
   */
  public NodePage handOut(NodePage image) {
    drop(image.nodeId());
    image.pin();
    image.pin();
    pool.give(image);
    drop(next);
    images[next] = image;
    next = (next + 1) % MOST;
    return image;
  }

  /** Returns the kept image of a node, or null. */
  public NodePage get(long nodeId) {
    for (NodePage image : images) {
      if (image != null && image.nodeId() == nodeId) {
        return image;
      }
    }
    return null;
  }

  /** Drops the kept image of a node, because the node changes. */
  public void drop(long nodeId) {
    for (int i = 0; i < MOST; i++) {
      if (images[i] != null && images[i].nodeId() == nodeId) {
        drop(i);
      }
    }
  }

  private void drop(int index) {
    if (images[index] != null) {
      pool.release(images[index]);
      images[index] = null;
    }
  }
}
