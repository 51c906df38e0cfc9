package org.flashgrove.storage.node.buffer;

/** Receives the changes of operations one by one, in the order the tree made them. */
@FunctionalInterface
public interface ChangeConsumer {
  /**
   * Receives one change.
   *
   * @param kind what happens to the node
   * @param nodeId the node
   * @param level its level
   * @param words holds what the change carries, see {@link ChangeKind}; valid during the call only
   * @param at index of the first of these words
   * @param count number of entries of new content, else 0
   */
  void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count);
}
