package org.flashgrove.efind.fast;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Counts the bytes that this implementation really uses, including object headers and slots of maps
 * (64-bit JVM, compressed references).
 */
public final class RealMemory implements MemoryModel {
  /** Bytes of a {@link ModifiedNode} and its slot in the hash table. */
  private static final long NODE = 88 + 8;

  /**
   * Bytes of a {@link NewNodeContent} without its entries: the object, the array with the header
   * words of the node, and the JVM header of the array of entries.
   */
  private static final long CONTENT = 32 + 40 + 16;

  /** Bytes of an {@link ItemList} and the header of its array. */
  private static final long LIST = 48 + 16;

  /** Bytes that a unit takes in the arrays and the map of {@link FlushingUnits}. */
  private static final long UNIT = 32 + 40;

  private final long element;

  /** Creates a model of the memory that FAST uses. */
  public RealMemory() {
    this(0);
  }

  /**
   * Creates a model.
   *
   * @param beside bytes per node that structures outside of the table use
   */
  public RealMemory(long beside) {
    element = NODE + beside;
  }

  @Override
  public long cost(ModifiedNode node) {
    long bytes = element;
    if (node.status == Status.NEW) {
      bytes += CONTENT + node.content.bytes();
    } else if (node.status == Status.MOD) {
      bytes += LIST + node.items.bytes();
    }
    return bytes;
  }

  @Override
  public long costOfUnit() {
    return UNIT;
  }

  @Override
  public long costOfChange(ModifiedNode node, ChangeKind kind, NodeLayout layout) {
    if (node == null) {
      return UNIT + element + LIST + ItemList.FIRST_BYTES + (1L + layout.words()) * Long.BYTES;
    }
    if (node.status == Status.NEW) {
      return node.content.growthBytes();
    }
    return node.status == Status.MOD ? node.items.growthBytes() : 0;
  }

  @Override
  public long costOfContent(int entries, NodeLayout layout) {
    return UNIT + element + CONTENT + NewNodeContent.bytes(entries, layout.words());
  }
}
