package org.flashgrove.efind;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.NodeMerge;
import org.flashgrove.storage.node.buffer.ChangeKind;
import org.flashgrove.storage.page.PagePool;

/**
 * Cache of merged images of buffered nodes, so that a node is not merged with its changes on every
 * read. The images are scratch memory of limited size, in addition to the budget of the buffer.
 *
 * <p>An image saves no device read, because the caller reads the stored page of a node first. The
 * exception is a NEW node, whose whole content is in the buffer.
 */
public final class Images {
  private final TreeLayout layout;
  private final PagePool pool;
  private final int limit;
  private final EfindCosts costs;
  private final WriteBuffer nodes;
  private final NodeMerge merge = new NodeMerge();
  private final LinkedKeys recent = new LinkedKeys(64);

  Images(TreeLayout layout, PagePool pool, WriteBuffer nodes, int limit, EfindCosts costs) {
    this.costs = costs;
    this.layout = layout;
    this.pool = pool;
    this.nodes = nodes;
    this.limit = limit;
  }

  /** Returns the size of the cached images in bytes. */
  long bytes() {
    return (long) recent.size() * pool.pageSize();
  }

  /**
   * Returns the current content of a buffered node.
   *
   * @param stored the stored page, or null for a node whose status is NEW
   */
  NodePage of(BufferedNode node, NodePage stored) {
    if (node.image == null) {
      NodePage image = pool.take();
      image.format(layout.at(node.level()), node.nodeId, node.level());
      // The header first: the order of entries may depend on it.
      if (node.header != null) {
        image.header(node.header, 0);
      } else if (stored != null) {
        copyHeader(stored, image);
      }
      costs.mergedEntries += node.count();
      if (stored != null) {
        costs.merges++;
        costs.mergedEntries += stored.count();
      }
      merge.merge(stored, node, image);
      image.version(node.frame);
      makeRoom();
      recent.addLast(node.nodeId);
      node.image = image;
    } else {
      costs.reusedImages++;
      recent.moveToLast(recent.position(node.nodeId));
    }
    return node.image;
  }

  private static void copyHeader(NodePage from, NodePage to) {
    long[] header = {from.header(0), from.header(1), from.header(2)};
    to.header(header, 0);
  }

  private void makeRoom() {
    if (recent.size() >= limit) {
      BufferedNode oldest = nodes.get(recent.key(recent.first()));
      drop(oldest);
    }
  }

  /**
   * Applies a change to the cached image of a node, if there is one. If a reader has pinned the
   * image, or the change deletes the node or replaces its content, the image is dropped instead.
   */
  void apply(BufferedNode node, ChangeKind kind, long[] words, int at) {
    NodePage image = node.image;
    if (image == null) {
      return;
    }
    if (image.isPinned() || kind.isContent() || kind == ChangeKind.DELETE) {
      drop(node);
      return;
    }
    switch (kind) {
      case ADD -> add(image, words, at);
      case CHANGE -> image.put(words, at);
      case REMOVE -> image.remove(words, at);
      case HEADER -> image.header(words, at);
      default -> {
        break; // statistics do not change the content
      }
    }
    image.version(node.frame);
  }

  /**
   * Inserts an entry into an image at the slot where {@link NodeMerge} would put it. The entries
   * are in the order of the layout, or in the order of their identities if the layout has no order.
   */
  private static void add(NodePage image, long[] words, int at) {
    boolean isThere = !image.layout().repeats() && image.find(words, at) >= 0;
    if (image.layout().order() != null || isThere) {
      image.add(words, at);
      return;
    }
    int slot = image.count();
    while (slot > 0 && goesBefore(image, slot - 1, words, at)) {
      slot--;
    }
    image.insertAt(slot, words, at);
  }

  private static boolean goesBefore(NodePage image, int slot, long[] words, int at) {
    for (int word = 0; word < image.layout().identityWords(); word++) {
      int comparison = Long.compare(words[at + word], image.word(word, slot));
      if (comparison != 0) {
        return comparison < 0;
      }
    }
    return false;
  }

  /** Drops a node's image. If readers have pinned the image, the last reader releases it. */
  void drop(BufferedNode node) {
    if (node.image != null) {
      recent.remove(node.nodeId);
      pool.give(node.image);
      node.image = null;
    }
  }

  /** Removes a node's image from the cache. The caller owns the image from now on. */
  void forget(BufferedNode node) {
    recent.remove(node.nodeId);
    node.image = null;
  }
}
