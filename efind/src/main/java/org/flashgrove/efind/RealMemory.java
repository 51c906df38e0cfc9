package org.flashgrove.efind;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;

/**
 * Bytes this implementation really uses, object headers and map slots included (64-bit virtual
 * machine, compressed references).
 */
final class RealMemory implements MemoryModel {
  /** A {@link BufferedNode}, its table object and array headers, its places in the age list. */
  private static final long NODE = 240;

  /** A {@link NodePage}, its buffer objects and its places in the queue. */
  private static final long PAGE = 192;

  /** A table that may have to grow soon is charged for it ahead. */
  private static final int SPARE_ROWS = 4;

  @Override
  public long cost(BufferedNode node, NodeLayout layout) {
    return NODE + node.modifications.bytes();
  }

  @Override
  public long costOfChange(BufferedNode node, NodeLayout layout) {
    if (node == null) {
      return NODE + ModificationTable.tableBytes(0, layout.words());
    }
    return node.modifications.freeRows() < SPARE_ROWS ? node.modifications.growthBytes() : 0;
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout) {
    return NODE + ModificationTable.tableBytes(entries, layout.words());
  }

  @Override
  public long costOfPage(NodePage page) {
    return PAGE + page.pageSize();
  }

  @Override
  public long costOfFullPage(int pageSize) {
    return PAGE + pageSize;
  }

  @Override
  public long costOfLevel() {
    return Long.BYTES; // the time of the last access, which orders the lists of the levels
  }

  @Override
  public String name() {
    return "real";
  }
}
