package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.node.buffer.ChangeKind;

/** Memory cost in bytes of the elements of the Tree Modifications Table. */
public interface MemoryModel {
  /** Returns what an element costs now. */
  long cost(ModifiedNode node);

  /** Returns what a flushing unit costs that has updates. */
  default long costOfUnit() {
    return 0;
  }

  /**
   * Returns what a change of an entry or header adds at most.
   *
   * @param node the element, or null if the node has none
   */
  long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout);

  /** Returns what an element costs whose content are {@code entries} entries. */
  long costOfContent(int entries, NodeLayout layout);

  /**
   * Returns the bytes this implementation uses.
   *
   * @param beside bytes a node costs beside the table
   */
  static MemoryModel real(long beside) {
    return new RealMemory(beside);
  }

  /**
   * Returns a model of the logical bytes of lists of positions and entries.
   *
   * @param element of a node
   * @param position of a change beside its entry; all of a removal
   */
  static MemoryModel positions(int element, int position) {
    return new PositionMemory(element, position);
  }

  /** Returns the model of a name. */
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
