package org.flashgrove.core.node;

/** The order of the entries in a node; it may depend on the node's header. */
@FunctionalInterface
public interface EntryOrder {
  /**
   * Compares the entry in a slot with another entry of the same node.
   *
   * @return less than, equal to or greater than zero if the entry in {@code slot} sorts before,
   *     with or after the entry whose words start at {@code words[at]}
   */
  int compare(NodeView node, int slot, long[] words, int at);

  /** Returns the first slot whose entry sorts after the entry at {@code words[at]}. */
  default int position(NodeView node, long[] words, int at) {
    int low = 0;
    int high = node.count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(node, middle, words, at) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** Returns the slot of an entry that compares as equal to the one at {@code words[at]}, or -1. */
  default int find(NodeView node, long[] words, int at) {
    int slot = position(node, words, at) - 1;
    return slot >= 0 && compare(node, slot, words, at) == 0 ? slot : -1;
  }
}
