package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.SpecException;

/**
 * Computes the number of bytes that buffered nodes, changes and cached pages count toward the
 * budget of eFIND. In this type, a cost is such a number of bytes.
 */
public interface MemoryModel {
  /** Returns the current cost, in bytes, of a node in the write buffer. */
  long cost(BufferedNode node, NodeLayout layout);

  /**
   * Returns the maximum number of bytes by which a node's cost grows if one entry is added, changed
   * or removed.
   *
   * @param node the node, or null if it is not in the buffer
   * @param isPoint whether the entry's rectangle is a point
   * @param isRemoval whether the entry is removed
   */
  long costOfChange(BufferedNode node, NodeLayout layout, boolean isPoint, boolean isRemoval);

  /**
   * Returns the maximum number of bytes by which a node's cost grows if its header changes. {@code
   * node} is null if the node is not in the buffer.
   */
  long costOfHeader(BufferedNode node, NodeLayout layout);

  /**
   * Returns the cost, in bytes, of a node whose whole content, {@code entries} entries, is in the
   * write buffer.
   *
   * @param arePoints whether all rectangles are points
   * @param hasHeader whether the node's header is not all zeros
   */
  long costOfContent(int entries, NodeLayout layout, boolean arePoints, boolean hasHeader);

  /** Returns the cost, in bytes, of a page in the read buffer. */
  long costOfPage(NodePage page);

  /** Returns the maximum cost, in bytes, of a page in the read buffer. */
  long costOfFullPage(int pageSize);

  /**
   * Returns the bytes that each cached page costs in addition if the read buffer stores the tree
   * levels of its pages.
   */
  long costOfLevel();

  /**
   * Returns the model with the given name.
   *
   * @param keepsSpaces whether the flushing policy stores an area and an overlap with each node
   */
  static MemoryModel named(String name, boolean keepsSpaces) {
    return switch (name) {
      case "festival64" -> new FestivalMemory();
      case "real" -> new RealMemory(keepsSpaces);
      default -> throw new SpecException("memory=" + name + " (allowed: real, festival64)");
    };
  }
}
