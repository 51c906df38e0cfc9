package org.flashgrove.storage.node;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeView;

/** Leaves that hold a value each, in their headers; for tests of what becomes of nodes. */
public final class HeaderValues {
  private HeaderValues() {}

  /** Creates leaves with the value 0, each in a commit. */
  public static void create(LoggedNodeStore store, int leaves) {
    for (int i = 0; i < leaves; i++) {
      try (NodeOperation operation = store.begin()) {
        operation.root(operation.create(0, null, new EntryList(5, 1), 0, 0), 0);
        operation.commit();
      }
    }
  }

  static void change(LoggedNodeStore store, long nodeId, long value) {
    try (NodeOperation operation = store.begin()) {
      operation.header(nodeId, 0, new long[] {value, 0, 0});
      operation.commit();
    }
  }

  static long read(NodeReader reader, long nodeId) {
    NodeView node = reader.read(nodeId, 0);
    try {
      return node.header(0);
    } finally {
      reader.release(node);
    }
  }
}
