package org.flashgrove.literature.buffer.units;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.storage.page.PagePool;

/**
 * Keeps the images that were returned last. The tree reads a node before it replaces its content;
 * comparing the new content with the image that it has read gives the changes. No image is returned
 * a second time. The only read of the device that this saves is one that the paper's algorithm does
 * not make either, since it has the node at hand.
 */
public final class RecentImages {
  private static final int MOST = 32;

  private final PagePool pool;
  private final NodePage[] images = new NodePage[MOST];
  private int next;

  /** Creates an empty set of images of a pool. */
  public RecentImages(PagePool pool) {
    this.pool = pool;
  }

  /** Returns the bytes of the images. */
  public long bytes() {
    int held = 0;
    for (NodePage image : images) {
      held += image == null ? 0 : 1;
    }
    return (long) held * pool.pageSize();
  }

  /** Pins an image for its reader, and keeps it; it goes back to the pool when no reader has it. */
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

  /** Returns the image of a node, or null. */
  public NodePage get(long nodeId) {
    for (NodePage image : images) {
      if (image != null && image.nodeId() == nodeId) {
        return image;
      }
    }
    return null;
  }

  /** Lets go of the image of a node, which is changed. */
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
