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
}
