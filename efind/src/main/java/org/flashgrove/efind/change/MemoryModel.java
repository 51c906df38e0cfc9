package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.SpecException;

/** Computes the cost in bytes of buffered nodes, modifications and cached pages. */
public interface MemoryModel {
  /** Returns the current cost of a node in the write buffer. */
  long cost(BufferedNode node, NodeLayout layout);

  /**
   * Returns the maximum additional cost of adding, changing or removing one entry.
   *
   * @param node the node, or null if it is not in the buffer
   * @param isPoint whether the entry's rectangle is a point
   * @param isRemoval whether the entry is removed
   */
  long costOfChange(BufferedNode node, NodeLayout layout, boolean isPoint, boolean isRemoval);

  /**
   * Returns the maximum cost of a new header. {@code node} is null if the node is not in the
   * buffer.
   */
  long costOfHeader(BufferedNode node, NodeLayout layout);

  /**
   * Returns the cost of a node whose content is {@code entries} entries.
   *
   * @param arePoints whether all rectangles are points
   * @param hasHeader whether the header is not all zeros
   */
  long costOfContent(int entries, NodeLayout layout, boolean arePoints, boolean hasHeader);

  /** Returns the cost of a page in the read buffer. */
  long costOfPage(NodePage page);

  /** Returns the greatest cost of a page in the read buffer. */
  long costOfFullPage(int pageSize);

  /** Returns the additional cost of a page in a read buffer that stores the levels of its pages. */
  long costOfLevel();

  /** Returns the name in specs. */
  String name();

  /** Returns the model with the given name; {@link RealMemory} describes {@code keepsSpaces}. */
  static MemoryModel named(String name, boolean keepsSpaces) {
    switch (name) {
      case "festival64":
        return new FestivalMemory();
      case "real":
        return new RealMemory(keepsSpaces);
      default:
        throw new SpecException("memory=" + name + " (allowed: real, festival64)");
    }
  }
}
