package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.node.buffer.ChangeKind;

/** Computes the cost in bytes of the elements of the Tree Modifications Table. */
public interface MemoryModel {
  /** Returns the current cost of an element. */
  long cost(ModifiedNode node);

  /** Returns the cost of a flushing unit with updates. */
  default long costOfUnit() {
    return 0;
  }

  /**
   * Returns the greatest additional cost of a change of an entry or header.
   *
   * @param node the element, or null if the node has none
   */
  long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout);

  /** Returns the cost of an element whose content is {@code entries} entries. */
  long costOfContent(int entries, NodeLayout layout);

  /**
   * Returns a model of the bytes that this implementation really uses.
   *
   * @param beside bytes per node that structures outside of the table need
   */
  static MemoryModel real(long beside) {
    return new RealMemory(beside);
  }

  /**
   * Returns a model of the logical bytes of lists of positions and entries.
   *
   * @param element bytes per node
   * @param position bytes per change in addition to the entry; a removal has no entry
   */
  static MemoryModel positions(int element, int position) {
    return new PositionMemory(element, position);
  }

  /** Returns the model with the given name. */
  static MemoryModel named(String name) {
    switch (name) {
      case "festival64":
        return new FestivalMemory();
      case "real":
        return new RealMemory();
      default:
        throw new SpecException("memory=" + name + " (allowed: real, festival64)");
    }
  }
}
