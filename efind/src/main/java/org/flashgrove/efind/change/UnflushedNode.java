package org.flashgrove.efind.change;

import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.efind.change.BufferedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Writes a row of the write buffer as the shortest list of changes from which the row can be
 * restored. The list contains each modified entry once. It also contains the number of the row's
 * latest log frame, the number of the row's changes, and the time of the last change.
 */
public final class UnflushedNode {
  private static final long[] NO_HEADER = new long[NodeView.HEADER_WORDS];

  private final TreeLayout layout;
  private final ChangeConsumer consumer;

  public UnflushedNode(TreeLayout layout, ChangeConsumer consumer) {
    this.layout = layout;
    this.consumer = consumer;
  }

  public void write(BufferedNode node) {
    write(node, ChangeKind.VERSION, new long[] {node.frame});
    if (node.status == Status.NEW || node.neverStored) {
      write(node, node.neverStored ? ChangeKind.CREATE : ChangeKind.REPLACE, content(node));
    }
    if (node.status == Status.DEL) {
      write(node, ChangeKind.DELETE, NO_HEADER);
    } else if (node.status == Status.MOD) {
      writeModifications(node);
    }
    write(node, ChangeKind.STATE, new long[] {node.changes, node.lastChange});
  }

  private void write(BufferedNode node, ChangeKind kind, long[] words) {
    int entries = kind.isContent() ? node.count() : 0;
    consumer.change(kind, node.nodeId, node.level(), words, 0, entries);
  }

  private void writeModifications(BufferedNode node) {
    NodeLayout entries = layout.at(node.level());
    if (node.header != null) {
      write(node, ChangeKind.HEADER, node.header);
    }
    long[] entry = new long[entries.words()];
    for (int row = 0; row < node.count(); row++) {
      node.copy(entries, row, entry, 0);
      ChangeKind kind = node.isRemoved(row) ? ChangeKind.REMOVE : ChangeKind.ADD;
      consumer.change(kind, node.nodeId, node.level(), entry, 0, 0);
    }
  }

  private long[] content(BufferedNode node) {
    NodeLayout entries = layout.at(node.level());
    long[] words = new long[NodeView.HEADER_WORDS + node.count() * entries.words()];
    long[] header = node.header == null ? NO_HEADER : node.header;
    System.arraycopy(header, 0, words, 0, NodeView.HEADER_WORDS);
    for (int row = 0; row < node.count(); row++) {
      node.copy(entries, row, words, NodeView.HEADER_WORDS + row * entries.words());
    }
    return words;
  }
}
