package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Counts the logical bytes of a table whose lists contain the position and the entry of each
 * change. Each node costs a constant. Each change costs a position and, unless it is a removal, an
 * entry. A change of the header costs a position and 24 bytes. An entry of a new node costs as much
 * as an added entry.
 */
record PositionMemory(long element, long position) implements MemoryModel {
  private static final long HEADER = 24;

  @Override
  public long cost(ModifiedNode node) {
    long change = position + node.layout.logicalBytes();
    if (node.status == Status.NEW) {
      return element + node.content.count() * change;
    }
    if (node.status == Status.DEL) {
      return element;
    }
    int entries = node.items.count(ChangeKind.ADD) + node.items.count(ChangeKind.CHANGE);
    return element
        + entries * change
        + node.items.count(ChangeKind.REMOVE) * position
        + node.items.count(ChangeKind.HEADER) * (position + HEADER);
  }

  @Override
  public long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout) {
    long bytes = node == null ? element : 0;
    return switch (kind) {
      case ADD, CHANGE -> bytes + position + layout.logicalBytes();
      case HEADER -> bytes + position + HEADER;
      default -> bytes + position;
    };
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout) {
    return element + entries * (position + layout.logicalBytes());
  }
}
