package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;

/**
 * Counts the bytes that this implementation really uses, including object headers and slots of maps
 * (64-bit JVM, compressed references).
 */
public final class RealMemory implements MemoryModel {
  /**
   * Bytes of a {@link BufferedNode}, plus the header of its array and its slot in the hash table.
   */
  private static final long NODE = 88 + 16 + 8;

  /** Bytes of a node's header, which is an array of three words. */
  private static final long HEADER = 40;

  /**
   * Bytes of a {@link ModifiedSpace}. If the flushing policy uses such objects, they are counted
   * for every node, because the policy may create them at any time.
   */
  private static final long SPACE = 32;

  /**
   * Bytes of a {@link NodePage} in addition to its content: its buffer objects and its elements in
   * the queues of the replacement policy.
   */
  private static final long PAGE = 192;

  private final long node;

  /**
   * Creates a model.
   *
   * @param keepsSpaces whether the flushing policy stores an area and an overlap with each node
   */
  public RealMemory(boolean keepsSpaces) {
    node = NODE + (keepsSpaces ? SPACE : 0);
  }

  @Override
  public long cost(BufferedNode buffered, NodeLayout layout) {
    return node + buffered.bytes(layout) + (buffered.header == null ? 0 : HEADER);
  }

  @Override
  public long costOfChange(
      BufferedNode buffered, NodeLayout layout, boolean isPoint, boolean isRemoval) {
    return buffered == null
        ? node + ModifiedEntries.rowBytes(1, layout, isPoint) + (isRemoval ? HEADER : 0)
        : buffered.growthBytes(layout, isPoint, isRemoval);
  }

  @Override
  public long costOfHeader(BufferedNode buffered, NodeLayout layout) {
    return HEADER + (buffered == null ? node : 0);
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout, boolean arePoints, boolean hasHeader) {
    return node + ModifiedEntries.rowBytes(entries, layout, arePoints) + (hasHeader ? HEADER : 0);
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
}
