package org.flashgrove.rawflash.mutree;

import java.util.ArrayList;
import java.util.List;

/** Pool of nodes in memory. Nodes have numbers, and returned nodes are reused. */
final class NodePool {
  private final EntryFormat format;
  private final int capacityBytes;
  private final List<Node> nodes = new ArrayList<>();
  private final List<Node> free = new ArrayList<>();

  NodePool(EntryFormat format, int pageBytes) {
    this.format = format;
    capacityBytes = pageBytes + Math.max(format.stride(1), format.stride(2));
  }

  /** Returns a node without entries. */
  Node take(int level, int page) {
    Node node;
    if (free.isEmpty()) {
      node = new Node(nodes.size(), capacityBytes, format);
      nodes.add(node);
    } else {
      node = free.remove(free.size() - 1);
    }
    node.level = level;
    node.count = 0;
    node.page = page;
    node.dirty = false;
    node.parent = null;
    return node;
  }

  Node get(int id) {
    return nodes.get(id);
  }

  void give(Node node) {
    free.add(node);
  }

  /** Returns the number of nodes that were taken and not returned. */
  int inUse() {
    return nodes.size() - free.size();
  }
}
