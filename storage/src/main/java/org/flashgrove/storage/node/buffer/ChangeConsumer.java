package org.flashgrove.storage.node.buffer;

/** Receives node changes one by one, in the order in which the tree made them. */
@FunctionalInterface
public interface ChangeConsumer {
  /**
   * Receives one change.
   *
   * @param kind kind of the change
   * @param nodeId the changed node
   * @param level level of the node
   * @param words array with the content of the change, see {@link ChangeKind}; valid only during
   *     the call
   * @param at index of the first content word
   * @param count number of entries if the change sets a node's whole content, number of words if it
   *     is a patch, otherwise 0
   */
  void change(ChangeKind kind, long nodeId, int level, long[] words, int at, int count);
}
