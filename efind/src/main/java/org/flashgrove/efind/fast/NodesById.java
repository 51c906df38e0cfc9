package org.flashgrove.efind.fast;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Hash table of modified nodes by node id, with open addressing, linear probing and deletion by
 * shifting back.
 */
final class NodesById {
  private ModifiedNode[] places = new ModifiedNode[256];
  private int size;

  private int home(long nodeId) {
    return (int) (nodeId * 0x9E3779B97F4A7C15L >>> 32) & places.length - 1;
  }

  private int place(long nodeId) {
    int at = home(nodeId);
    while (places[at] != null && places[at].nodeId != nodeId) {
      at = at + 1 & places.length - 1;
    }
    return at;
  }

  /** Returns the modified node with an id, or null. */
  ModifiedNode get(long nodeId) {
    return places[place(nodeId)];
  }

  int size() {
    return size;
  }

  /** Adds a node. Replaces the node with the same id, if the table has one. */
  void put(ModifiedNode node) {
    int at = place(node.nodeId);
    size += places[at] == null ? 1 : 0;
    places[at] = node;
    if (size * 2 > places.length) {
      ModifiedNode[] earlier = places;
      places = new ModifiedNode[2 * earlier.length];
      for (ModifiedNode moved : earlier) {
        if (moved != null) {
          places[place(moved.nodeId)] = moved;
        }
      }
    }
  }

  /** Removes a node, which must be in the table. */
  void remove(long nodeId) {
    int mask = places.length - 1;
    int gap = place(nodeId);
    for (int next = gap + 1 & mask; places[next] != null; next = next + 1 & mask) {
      // An element may move into the gap unless its home lies cyclically between gap and itself.
      if ((next - home(places[next].nodeId) & mask) >= (next - gap & mask)) {
        places[gap] = places[next];
        gap = next;
      }
    }
    places[gap] = null;
    size--;
  }

  /** Returns all nodes of the table, sorted by the given order. */
  ModifiedNode[] sorted(Comparator<ModifiedNode> order) {
    ModifiedNode[] all = new ModifiedNode[size];
    int count = 0;
    for (ModifiedNode node : places) {
      if (node != null) {
        all[count++] = node;
      }
    }
    Arrays.sort(all, order);
    return all;
  }
}
