package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.node.ChangeKind;

/**
 * Bytes this implementation really uses, object headers and map slots included (64-bit virtual
 * machine, compressed references).
 */
final class RealMemory implements MemoryModel {
  /** A {@link ModifiedNode}, its places in the table and its part of a unit of its own. */
  private static final long NODE = 208;

  /** A {@link NodeContent} and its array headers. */
  private static final long CONTENT = 48 + NodeView.HEADER_WORDS * Long.BYTES;

  /** An {@link ItemList} and its array headers. */
  private static final long LIST = 128;

  @Override
  public long cost(ModifiedNode node) {
    long bytes = NODE;
    if (node.status == Status.NEW) {
      bytes += CONTENT + node.content.bytes();
    } else if (node.status == Status.MOD) {
      bytes += LIST + node.items.bytes();
    }
    return bytes;
  }

  @Override
  public long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout) {
    if (node == null) {
      return NODE + LIST + new ItemList(layout).bytes() + (1L + layout.words()) * Long.BYTES;
    }
    if (node.status == Status.NEW) {
      return node.content.growthBytes();
    }
    return node.status == Status.MOD ? node.items.growthBytes() : 0;
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout) {
    return NODE + CONTENT + NodeContent.bytes(entries, layout.words());
  }
}
