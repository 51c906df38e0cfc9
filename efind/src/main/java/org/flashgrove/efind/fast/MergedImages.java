package org.flashgrove.efind.fast;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.storage.page.PagePool;

/**
 * Cache of merged images of modified nodes, so that a node's list of changes is not applied on
 * every read. The images are scratch memory of limited size, in addition to the budget of the
 * buffer. They save no device reads, because the stored page of a MOD node is always read first.
 */
final class MergedImages {
  private final PagePool pool;
  private final int limit;
  private final LinkedKeys recent = new LinkedKeys(64);
  private NodePage[] images = new NodePage[64];

  MergedImages(PagePool pool, int limit) {
    this.pool = pool;
    this.limit = limit;
  }

  /** Returns the bytes of the images. */
  long bytes() {
    return (long) recent.size() * pool.pageSize();
  }

  /** Returns the cached image of a node, or null. */
  NodePage get(long nodeId) {
    int position = recent.position(nodeId);
    if (position == LinkedKeys.NONE) {
      return null;
    }
    recent.moveToLast(position);
    return images[position];
  }

  /**
   * Returns the cached image of a node for a change. Returns null if there is no image or a reader
   * has pinned it.
   */
  NodePage writable(long nodeId) {
    NodePage image = get(nodeId);
    if (image != null && image.isPinned()) {
      NodePage copy = pool.take();
      copy.copyFrom(image);
      pool.give(image);
      images[recent.position(nodeId)] = copy;
      return copy;
    }
    return image;
  }

  /**
   * Caches the image of a node that has no cached image yet. The image must be a page of the pool.
   */
  void put(NodePage image) {
    if (recent.size() >= limit) {
      drop(recent.key(recent.first()));
    }
    int position = recent.addLast(image.nodeId());
    if (position >= images.length) {
      images = Arrays.copyOf(images, 2 * position);
    }
    images[position] = image;
  }

  /**
   * Removes a node's image from the cache. If readers have pinned the image, the last reader
   * returns it to the pool.
   */
  void drop(long nodeId) {
    int position = recent.remove(nodeId);
    if (position != LinkedKeys.NONE) {
      pool.give(images[position]);
      images[position] = null;
    }
  }
}
