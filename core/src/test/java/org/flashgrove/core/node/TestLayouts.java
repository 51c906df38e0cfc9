package org.flashgrove.core.node;

/** Layouts of the three kinds that trees have: without order, with one, with one by the header. */
public final class TestLayouts {
  /** Id and rectangle, in any order, as R-trees have it. */
  public static final TreeLayout UNORDERED =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(1, 36));

  /** Ordered by a key that may change: word 1 in leaves, word 5 (unsigned) in internal nodes. */
  public static final TreeLayout ORDERED =
      new TreeLayout(
          new NodeLayout(5, 5, NodeLayout.NO_BOUNDS, 40, TestLayouts::byAllWords),
          new NodeLayout(6, 1, 1, 44, TestLayouts::byWordFive));

  /** Ordered by the distance of word 1 from the first word of the node's header, then by id. */
  public static final TreeLayout BY_HEADER =
      new TreeLayout(
          new NodeLayout(3, 3, NodeLayout.NO_BOUNDS, 24, TestLayouts::byDistance),
          new NodeLayout(4, 1, NodeLayout.NO_BOUNDS, 28, TestLayouts::byDistance));

  private TestLayouts() {}

  private static int byAllWords(NodeView node, int slot, long[] words, int at) {
    for (int i = 1; i <= 5; i++) {
      int word = i % 5; // the id last
      int order = Long.compare(node.word(word, slot), words[at + word]);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int byWordFive(NodeView node, int slot, long[] words, int at) {
    int order = Long.compareUnsigned(node.word(5, slot), words[at + 5]);
    return order != 0 ? order : Long.compare(node.word(0, slot), words[at]);
  }

  private static int byDistance(NodeView node, int slot, long[] words, int at) {
    long origin = node.header(0);
    int order =
        Long.compare(Math.abs(node.word(1, slot) - origin), Math.abs(words[at + 1] - origin));
    for (int word = 0; word < 3 && order == 0; word++) {
      order = Long.compare(node.word(word, slot), words[at + word]);
    }
    return order;
  }
}
