package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;

/** Applies the changes of one node to its page image. Ignores changes of other nodes. */
public final class PageChanges implements ChangeConsumer {
  private NodePage page;

  /** Sets the page to which changes are applied from now on. */
  public void target(NodePage newPage) {
    page = newPage;
  }

  @Override
  public void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count) {
    if (nodeId == page.nodeId()) {
      apply(page, kind, words, at, count);
    }
  }

  /** Applies a change to the image of its node. */
  public static void apply(NodePage page, ChangeKind kind, long[] words, int at, int count) {
    switch (kind) {
      case CREATE, REPLACE -> {
        page.clear();
        page.header(words, at);
        page.appendAll(words, at + NodeView.HEADER_WORDS, count);
      }
      case ADD -> page.add(words, at);
      case CHANGE -> page.put(words, at);
      case REMOVE -> page.remove(words, at);
      case HEADER -> page.header(words, at);
      case PATCH -> page.patch(words, at, count);
      default -> {
        break; // deleted nodes are not read any more, and remarks change nothing
      }
    }
  }
}
