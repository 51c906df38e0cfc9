package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;

/**
 * Counts bytes like the C implementation FESTIval (64 bit), so that runs of both can be compared. A
 * hash entry counts 25 bytes. A modified entry counts its own bytes plus 32, which is an element of
 * FESTIval's tree. A removed entry counts 4. A cached page counts 8 plus its entries. A stored
 * Hilbert value, which FESTIval does not have, counts 8. With {@code values=computed}, a tree
 * stores no Hilbert values.
 */
public final class FestivalMemory implements MemoryModel {
  private static final long HASH_ENTRY = 25;
  private static final long ELEMENT = 32;
  private static final long REMOVED_ENTRY = 4;
  private static final long HEADER = 24;
  private static final long CACHED_PAGE = 8;
  private static final long LEVEL = 4;

  @Override
  public long cost(BufferedNode node, NodeLayout layout) {
    int removed = node.removedCount();
    int live = node.count() - removed;
    return HASH_ENTRY
        + live * (layout.logicalBytes() + ELEMENT)
        + removed * (REMOVED_ENTRY + ELEMENT)
        + (node.header == null || isBlank(node.header) ? 0 : HEADER);
  }

  /**
   * Returns whether a node's header is all zeros. Such a header costs nothing, because the trees of
   * FESTIval have no headers.
   */
  private static boolean isBlank(long[] header) {
    return (header[0] | header[1] | header[2]) == 0;
  }

  @Override
  public long costOfChange(
      BufferedNode node, NodeLayout layout, boolean isPoint, boolean isRemoval) {
    return layout.logicalBytes() + ELEMENT + (node == null ? HASH_ENTRY : 0);
  }

  @Override
  public long costOfHeader(BufferedNode node, NodeLayout layout) {
    return HEADER + (node == null ? HASH_ENTRY : 0);
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout, boolean arePoints, boolean hasHeader) {
    return HASH_ENTRY + entries * (layout.logicalBytes() + ELEMENT) + (hasHeader ? HEADER : 0);
  }

  @Override
  public long costOfPage(NodePage page) {
    return CACHED_PAGE + (long) page.count() * page.layout().logicalBytes();
  }

  @Override
  public long costOfFullPage(int pageSize) {
    return CACHED_PAGE + pageSize;
  }

  @Override
  public long costOfLevel() {
    return LEVEL;
  }
}
