package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.page.PagePool;

/**
 * Cache of the images of nodes that the open operation has changed. A later read of a node reuses
 * the image and applies only the changes made since the previous read. Without this cache, each
 * read would apply all changes of the node again. This matters for operations that change the same
 * nodes many times, such as forced reinsertion.
 *
 * <p>The cache always keeps images that are in use. It also keeps the {@value #MOST_CHEAP} most
 * recently used images of nodes with few changes. It keeps every image of a node with more than
 * {@value #CHEAP_RECORDS} changes, because such an image needs only about as much memory as these
 * changes.
 */
final class StagedImages {
  private static final int MOST_CHEAP = 16;
  private static final int CHEAP_RECORDS = 64;
  private static final int NONE = TouchedNodes.NONE;

  private final PagePool pool;
  private final PageChanges changesOfOne = new PageChanges();
  // newest image of each node; older images are linked
  private final LongIntMap newest = new LongIntMap(16);
  private NodePage[] pages = new NodePage[4];
  private int[] older = new int[4];

  /** For each image, the last change record that is applied to it. */
  private int[] applied = new int[4];

  private boolean[] once = new boolean[4];
  private boolean[] cheap = new boolean[4];

  /** Number of pins of each image. */
  private int[] held = new int[4];

  private int slots;
  private int unused = NONE; // slots without an image, linked by older

  /**
   * Images that no reader holds and that take few changes to rebuild, least recently used first.
   */
  private final LinkedKeys droppable = new LinkedKeys(MOST_CHEAP);

  StagedImages(PagePool pool) {
    this.pool = pool;
  }

  /**
   * Returns the index of an image of a node, provided that no reader holds this image. Returns -1
   * if there is no such image.
   */
  int idle(long nodeId) {
    int image = newest.get(nodeId);
    while (image != NONE && (held[image] > 0 || once[image])) {
      image = older[image];
    }
    return image;
  }

  /**
   * Adds an image that contains none of the operation's changes yet. Returns the index of the image
   * in this cache.
   */
  int add(NodePage page) {
    int image = unused;
    if (image != NONE) {
      unused = older[image];
    } else {
      image = slots++;
      grow();
    }
    pages[image] = page;
    applied[image] = NONE;
    once[image] = false;
    held[image] = 0;
    older[image] = newest.get(page.nodeId());
    newest.put(page.nodeId(), image);
    return image;
  }

  private void grow() {
    if (slots > pages.length) {
      int more = 2 * pages.length;
      pages = Arrays.copyOf(pages, more);
      older = Arrays.copyOf(older, more);
      applied = Arrays.copyOf(applied, more);
      once = Arrays.copyOf(once, more);
      cheap = Arrays.copyOf(cheap, more);
      held = Arrays.copyOf(held, more);
    }
  }

  /** Applies the operation's changes that an image does not contain yet, and pins the image. */
  NodePage bringUp(int image, TouchedNodes nodes, int index) {
    droppable.remove(image);
    changesOfOne.target(pages[image]);
    nodes.forEach(index, applied[image], changesOfOne);
    applied[image] = nodes.last(index);
    cheap[image] = nodes.length(index) <= CHEAP_RECORDS;
    held[image]++;
    return pages[image];
  }

  /** Marks an image as usable only once, because its page was read directly from the device. */
  void useOnce(int image) {
    once[image] = true;
  }

  /** Releases an image. Returns false if {@code node} is not an image of this cache. */
  boolean release(NodeView node) {
    int image = newest.get(node.nodeId());
    while (image != NONE && pages[image] != node) {
      image = older[image];
    }
    if (image == NONE) {
      return false;
    }
    if (held[image] == 0) {
      throw new IllegalStateException(
          "node "
              + node.nodeId()
              + ": released more often than read; release each node once per read");
    }
    if (--held[image] == 0) {
      keep(image);
    }
    return true;
  }

  /**
   * Called when the last reader released an image. Drops the image if it may be used only once, or
   * if a newer idle image of the node exists. Otherwise keeps it for later reads.
   */
  private void keep(int image) {
    if (once[image] || hasNewerIdle(image)) {
      drop(image);
    } else if (cheap[image]) {
      droppable.addLast(image);
      if (droppable.size() > MOST_CHEAP) {
        drop((int) droppable.key(droppable.first()));
      }
    }
  }

  private boolean hasNewerIdle(int image) {
    int other = newest.get(pages[image].nodeId());
    while (other != NONE) {
      boolean idle = other != image && held[other] == 0 && !once[other];
      if (idle && applied[other] >= applied[image]) {
        return true;
      }
      other = older[other];
    }
    return false;
  }

  private void drop(int image) {
    long nodeId = pages[image].nodeId();
    int before = newest.get(nodeId);
    if (before == image) {
      newest.remove(nodeId);
      if (older[image] != NONE) {
        newest.put(nodeId, older[image]);
      }
    } else {
      while (older[before] != image) {
        before = older[before];
      }
      older[before] = older[image];
    }
    droppable.remove(image);
    pool.give(pages[image]);
    pages[image] = null;
    older[image] = unused;
    unused = image;
  }

  /**
   * Drops the images that no reader holds. Called when change records that were already applied to
   * images have been altered.
   */
  void forget() {
    for (int image = 0; image < slots; image++) {
      if (pages[image] != null && held[image] == 0) {
        drop(image);
      }
    }
  }

  /** Drops all images, including those that readers hold. */
  void clear() {
    for (int image = 0; image < slots; image++) {
      if (pages[image] != null) {
        drop(image);
      }
    }
    slots = 0;
    unused = NONE;
  }
}
