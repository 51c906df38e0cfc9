package org.flashgrove.storage.node;

import java.util.Arrays;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.page.PagePool;

/**
 * Images of nodes that the open operation changed. One that nobody holds any more is kept for the
 * next read of its node, which then applies only the changes since: an operation that changes the
 * same nodes over and over, as forced reinsertion does, would apply all of them at each read.
 *
 * <p>Scratch memory: {@value #MOST_KEPT} pages beside those that are held.
 */
final class StagedImages {
  private static final int MOST_KEPT = 16;
  private static final int NOT_AGAIN = -1;

  private final PagePool pool;
  private final PageChanges changesOfOne = new PageChanges();
  private NodePage[] pages = new NodePage[4];
  private int[] appliedTo = new int[4];
  private boolean[] replaced = new boolean[4];

  /** How often each image is held; its own pins may also be mistakes of readers about to let go. */
  private int[] held = new int[4];

  private int count;

  StagedImages(PagePool pool) {
    this.pool = pool;
  }

  /** Index of an image of a node that nobody holds, or -1. */
  int idle(long nodeId) {
    for (int i = 0; i < count; i++) {
      boolean usable = appliedTo[i] != NOT_AGAIN && held[i] == 0;
      if (usable && pages[i].nodeId() == nodeId) {
        return i;
      }
    }
    return -1;
  }

  /** How far an image contains the operation's changes. */
  int appliedTo(int image) {
    return appliedTo[image];
  }

  /** Whether the operation gave the node new content before that. */
  boolean replaced(int image) {
    return replaced[image];
  }

  /** The page of an image. */
  NodePage page(int image) {
    return pages[image];
  }

  /** Index of a new image, whose page holds no node yet. */
  int add() {
    if (count >= MOST_KEPT) {
      dropIdle();
    }
    if (count == pages.length) {
      pages = Arrays.copyOf(pages, count * 2);
      appliedTo = Arrays.copyOf(appliedTo, count * 2);
      replaced = Arrays.copyOf(replaced, count * 2);
      held = Arrays.copyOf(held, count * 2);
    }
    pages[count] = pool.take();
    held[count] = 0;
    return count++;
  }

  private void dropIdle() {
    for (int i = 0; i < count; i++) {
      if (held[i] == 0) {
        drop(i);
        return;
      }
    }
  }

  private void drop(int image) {
    pool.give(pages[image]);
    count--;
    for (int i = image; i < count; i++) { // the oldest stay in front
      pages[i] = pages[i + 1];
      appliedTo[i] = appliedTo[i + 1];
      replaced[i] = replaced[i + 1];
      held[i] = held[i + 1];
    }
  }

  /** Applies the changes from a word on, and holds the image. */
  NodePage bringUp(int image, Changes changes, int from, boolean isReplaced) {
    changesOfOne.target(pages[image]);
    changes.forEach(from, changesOfOne);
    appliedTo[image] = changes.length();
    replaced[image] = isReplaced;
    held[image]++;
    return pages[image];
  }

  /** Keeps an image from being brought up to date once more: its base was read past the buffer. */
  void useOnce(int image) {
    appliedTo[image] = NOT_AGAIN;
  }

  /** Gives an image back; whether it is one. */
  boolean release(NodeView node) {
    for (int i = 0; i < count; i++) {
      if (pages[i] == node) {
        if (held[i] == 0) {
          throw new IllegalStateException(
              "node " + node.nodeId() + " released more often than read");
        }
        held[i]--;
        return true;
      }
    }
    return false;
  }

  /** Forgets images that nobody holds: the operation's changes were altered behind them. */
  void forget() {
    for (int i = count - 1; i >= 0; i--) {
      if (held[i] == 0) {
        drop(i);
      }
    }
  }

  /** Forgets all images, those that are held included. */
  void clear() {
    for (int i = 0; i < count; i++) {
      pool.give(pages[i]);
    }
    count = 0;
  }
}
