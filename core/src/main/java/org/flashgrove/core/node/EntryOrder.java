package org.flashgrove.core.node;

/** The order in which a tree keeps the entries of a node; it may depend on the node's header. */
@FunctionalInterface
public interface EntryOrder {
  /**
   * Compares the entry in a slot with another one of the same node.
   *
   * @return less than, equal to or greater than zero as the entry in {@code slot} goes before, with
   *     or after the entry whose words start at {@code words[at]}
   */
  int compare(NodeView node, int slot, long[] words, int at);
}
