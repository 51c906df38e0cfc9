package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.core.replacement.LongIntMap;
import org.flashgrove.storage.node.buffer.PageChanges;
import org.flashgrove.storage.page.PagePool;

/**
 * Images of nodes that the open operation changed. A released image is kept for the next read of
 * its node, which then applies only later changes. Without this cache, an operation that changes
 * the same nodes repeatedly, as forced reinsertion does, would apply all changes at each read.
 *
 * <p>Scratch memory, in addition to held images: {@value #MOST_CHEAP} pages under LRU, and one for
 * each node with more than {@value #CHEAP_RECORDS} changes. The latter take about as much memory as
 * their changes and keep a large operation from applying a node's changes repeatedly.
 */
final class StagedImages {
  private static final int MOST_CHEAP = 16;
  private static final int CHEAP_RECORDS = 64;
  private static final int NONE = TouchedNodes.NONE;

  private final PagePool pool;
  private final PageChanges changesOfOne = new PageChanges();
  private final LongIntMap newest = new LongIntMap(16); // of a node's images; older ones linked
  private NodePage[] pages = new NodePage[4];
  private int[] older = new int[4];

  /** The last record that an image contains. */
  private int[] applied = new int[4];

  private boolean[] once = new boolean[4];
  private boolean[] cheap = new boolean[4];

  /** Pins of each image. A reader may hold a mistaken pin for a moment before it releases it. */
  private int[] held = new int[4];

  private int slots;
  private int unused = NONE; // slots without an image, linked by older

  /** Images that no reader holds and that are cheap to make again, least recently used first. */
  private final LinkedKeys droppable = new LinkedKeys(MOST_CHEAP);

  StagedImages(PagePool pool) {
    this.pool = pool;
  }

  /** Returns an image of a node that no reader holds, or -1. */
  int idle(long nodeId) {
    int image = newest.get(nodeId);
    while (image != NONE && (held[image] > 0 || once[image])) {
      image = older[image];
    }
    return image;
  }

  /** Returns a new image: a page of its node without any of the operation's changes. */
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

  /** Applies the changes that an image lacks, and holds it. */
  NodePage bringUp(int image, TouchedNodes nodes, int index) {
    droppable.remove(image);
    changesOfOne.target(pages[image]);
    nodes.forEach(index, applied[image], changesOfOne);
    applied[image] = nodes.last(index);
    cheap[image] = nodes.length(index) <= CHEAP_RECORDS;
    held[image]++;
    return pages[image];
  }

  /**
   * Keeps an image from being brought up to date again, because its base was read past the buffer.
   */
  void useOnce(int image) {
    once[image] = true;
  }

  /** Gives an image back; returns whether it is one. */
  boolean release(NodeView node) {
    int image = newest.get(node.nodeId());
    while (image != NONE && pages[image] != node) {
      image = older[image];
    }
    if (image == NONE) {
      return false;
    }
    if (held[image] == 0) {
      throw new IllegalStateException("node " + node.nodeId() + " released more often than read");
    }
    if (--held[image] == 0) {
      keep(image);
    }
    return true;
  }

  /** Keeps an image that no reader holds any more, if it is worth it. */
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
   * Forgets images that no reader holds, because the operation's changes were altered behind them.
   */
  void forget() {
    for (int image = 0; image < slots; image++) {
      if (pages[image] != null && held[image] == 0) {
        drop(image);
      }
    }
  }

  /** Forgets all images, those that are held included. */
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
