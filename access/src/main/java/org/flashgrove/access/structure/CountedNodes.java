package org.flashgrove.access.structure;

import java.util.function.LongConsumer;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.log.StoreSnapshot;

/**
 * The nodes of a tree at a snapshot, counted when they are read. Closing this object does not close
 * the snapshot.
 *
 * @param at the snapshot of the store; reading is impossible once it is closed
 * @param reader the nodes
 * @param pages counter of page reads; {@code pages.accept(n)} reports n more reads
 */
record CountedNodes(StoreSnapshot at, NodeReader reader, LongConsumer pages) implements NodeReader {
  @Override
  public long root() {
    at.requireOpen();
    return reader.root();
  }

  @Override
  public int height() {
    return reader.height();
  }

  @Override
  public long entries() {
    return reader.entries();
  }

  @Override
  public byte[] extra() {
    return reader.extra();
  }

  @Override
  public NodeView read(long nodeId, int level) {
    at.requireOpen();
    pages.accept(1);
    return reader.read(nodeId, level);
  }

  @Override
  public void willRead(long[] nodeIds, int from, int to) {
    reader.willRead(nodeIds, from, to);
  }

  @Override
  public void release(NodeView node) {
    reader.release(node);
  }

  @Override
  public void close() {
    // The snapshot closes the reader.
  }
}
