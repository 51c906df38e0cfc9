package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.spec.SpecException;

/** Computes what buffered nodes, modifications and cached pages cost in bytes. */
public interface MemoryModel {
  /** Returns what a node of the write buffer costs now. */
  long cost(BufferedNode node, NodeLayout layout);

  /**
   * Returns what one more entry or change of an entry costs at most.
   *
   * @param node the node, or null if it is not there
   * @param isPoint whether the entry's rectangle is a point
   * @param isRemoval whether the entry is removed
   */
  long costOfChange(BufferedNode node, NodeLayout layout, boolean isPoint, boolean isRemoval);

  /** Returns what a new header costs at most; {@code node} is null if not there. */
  long costOfHeader(BufferedNode node, NodeLayout layout);

  /**
   * Returns what a node costs whose content are {@code entries} entries.
   *
   * @param arePoints whether all rectangles are points
   * @param hasHeader whether there is a header that is not zeros
   */
  long costOfContent(int entries, NodeLayout layout, boolean arePoints, boolean hasHeader);

  /** Returns what a page costs in the read buffer. */
  long costOfPage(NodePage page);

  /** Returns what a page costs in the read buffer at most. */
  long costOfFullPage(int pageSize);

  /** Returns what the level of a cached page costs, if the read buffer keeps it. */
  long costOfLevel();

  /** Returns the name in specs. */
  String name();

  /** Returns the model of a name; {@code keepsSpaces} as {@link RealMemory} says. */
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
