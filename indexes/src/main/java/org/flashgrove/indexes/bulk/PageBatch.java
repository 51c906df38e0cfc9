package org.flashgrove.indexes.bulk;

import java.nio.ByteBuffer;
import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.page.AlignedBuffers;

/**
 * Collects nodes of a bulk load as complete pages, and writes many pages to the store at a time.
 */
public final class PageBatch implements NodeSink {
  private static final int MOST_BYTES = 1 << 20;
  private static final int MOST_PAGES = 256;

  private final NodeStore store;
  private final NodeOperation operation;
  private final ByteBuffer bytes;
  private final NodePage[] pages;
  private final EntryList none = new EntryList(1, 1);
  private int count;
  private long lastId = NodeStore.NO_NODE;

  /** Creates a batch of an open operation. */
  public PageBatch(NodeStore store, NodeOperation operation) {
    this.store = store;
    this.operation = operation;
    int pageSize = store.pageSize();
    int capacity = Math.min(MOST_PAGES, MOST_BYTES / pageSize);
    bytes = AlignedBuffers.allocate(capacity * pageSize);
    pages = NodePage.unsearchedPages(bytes, pageSize);
  }

  @Override
  public long add(int level, long[] header, EntryList entries) {
    long nodeId = operation.create(level, header, none, 0, 0);
    if (count == pages.length
        || nodeId < lastId) { // a reused id may be smaller than the previous one
      finish();
    }
    NodePage page = pages[count++];
    page.format(store.layout().at(level), nodeId, level);
    page.header(header, 0);
    if (level == 0 || page.layout().order() == null) {
      page.appendAll(entries.words(), 0, entries.count());
    } else {
      for (int i = 0; i < entries.count(); i++) { // reused ids could otherwise break ties
        page.insert(entries.words(), i * entries.stride());
      }
    }
    lastId = nodeId;
    return nodeId;
  }

  /** Writes the remaining pages. */
  public void finish() {
    if (count > 0) {
      store.appendSealed(bytes, count);
      count = 0;
    }
  }
}
