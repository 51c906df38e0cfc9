package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Counts bytes like the C implementation FESTIval (64 bit), so that runs of both can be compared.
 * Each node in the table counts 9 bytes for a hash element. A stored node adds its changes as
 * {@link Items} counts them. A new node adds 4 bytes (5 in ordered nodes) and the bytes of its
 * entries.
 */
public final class FestivalMemory implements MemoryModel {
  private static final long HASH_ELEMENT = 9;
  private static final long NODE_HEADER = 4;
  private static final ChangeKind[] ITEM_KINDS = {
    ChangeKind.ADD, ChangeKind.CHANGE, ChangeKind.REMOVE, ChangeKind.HEADER
  };

  @Override
  public long cost(ModifiedNode node) {
    switch (node.status) {
      case NEW:
        return costOfContent(node.content.count(), node.layout);
      case MOD:
        long bytes = HASH_ELEMENT;
        for (ChangeKind kind : ITEM_KINDS) {
          bytes += (long) node.items.count(kind) * Items.bytes(kind, node.layout);
        }
        return bytes;
      default:
        return HASH_ELEMENT;
    }
  }

  @Override
  public long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout) {
    if (node != null && node.status == ModifiedNode.Status.NEW) {
      return kind == ChangeKind.ADD ? layout.logicalBytes() : 0;
    }
    return Items.bytes(kind, layout) + (node == null ? HASH_ELEMENT : 0);
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout) {
    long header = layout.order() == null ? NODE_HEADER : NODE_HEADER + 1;
    return HASH_ELEMENT + header + (long) entries * layout.logicalBytes();
  }
}
