package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Computes the number of bytes that the Tree Modifications Table of FAST counts toward its budget.
 * In this type, a cost is such a number of bytes, and an element is the table's record of one
 * modified node.
 */
public interface MemoryModel {
  /** Returns the current cost, in bytes, of a node's element in the Tree Modifications Table. */
  long cost(ModifiedNode node);

  /**
   * Returns the cost, in bytes, of a flushing unit that has updates, in addition to the costs of
   * its nodes.
   */
  default long costOfUnit() {
    return 0;
  }

  /**
   * Returns the maximum number of bytes by which a change of an entry or header increases the cost
   * of a node.
   *
   * @param node the modified node, or null if the table does not contain it yet
   */
  long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout);

  /**
   * Returns the cost, in bytes, of a node whose whole content, {@code entries} entries, is in the
   * table.
   */
  long costOfContent(int entries, NodeLayout layout);

  /**
   * Returns a model that counts the bytes that this implementation really uses.
   *
   * @param beside bytes per node that structures outside of the table use
   */
  static MemoryModel real(long beside) {
    return new RealMemory(beside);
  }

  /**
   * Returns a model of tables whose lists contain the position and the entry of each change. It
   * counts logical bytes, without the overhead of the JVM.
   *
   * @param element bytes per node
   * @param position bytes per change in addition to the entry; a removal has no entry
   */
  static MemoryModel positions(int element, int position) {
    return new PositionMemory(element, position);
  }

  /** Returns the model with the given name. */
  static MemoryModel named(String name) {
    return switch (name) {
      case "festival64" -> new FestivalMemory();
      case "real" -> new RealMemory();
      default -> throw new SpecException("memory=" + name + " (allowed: real, festival64)");
    };
  }
}
