package org.flashgrove.storage.node.buffer;

import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;

/** Converts the whole content of a page to one change, which a compaction writes to the log. */
public final class PageRecords {
  private long[] words = new long[1024];

  /**
   * Passes the page's content to a consumer as one REPLACE change, or as a DELETE change if the
   * node is deleted.
   */
  public void replay(NodePage page, TreeLayout layout, ChangeConsumer consumer) {
    if (page.isDeleted()) {
      consumer.change(ChangeKind.DELETE, page.nodeId(), 0, words, 0, 0);
      return;
    }
    int stride = layout.at(page.level()).words();
    int length = NodeView.HEADER_WORDS + page.count() * stride;
    if (words.length < length) {
      words = new long[2 * length];
    }
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      words[i] = page.header(i);
    }
    for (int slot = 0; slot < page.count(); slot++) {
      page.copyEntry(slot, words, NodeView.HEADER_WORDS + slot * stride);
    }
    consumer.change(ChangeKind.REPLACE, page.nodeId(), page.level(), words, 0, page.count());
  }
}
