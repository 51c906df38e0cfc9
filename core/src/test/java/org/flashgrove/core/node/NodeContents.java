package org.flashgrove.core.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of a node as a value: its entries in slot order, or sorted where any order will do.
 *
 * @param header the tree's header, three words
 * @param entries each entry's words
 */
public record NodeContents(List<Long> header, List<List<Long>> entries) {
  /** Returns the contents of an image. */
  public static NodeContents of(NodeView node, NodeLayout layout) {
    List<List<Long>> entries = new ArrayList<>();
    long[] words = new long[layout.words()];
    for (int slot = 0; slot < node.count(); slot++) {
      node.copyEntry(slot, words, 0);
      entries.add(Arrays.stream(words).boxed().toList());
    }
    if (layout.order() == null) {
      entries.sort((a, b) -> Arrays.compare(unboxed(a), unboxed(b)));
    }
    return new NodeContents(List.of(node.header(0), node.header(1), node.header(2)), entries);
  }

  /** Reads a node, takes its contents and gives it back. */
  public static NodeContents read(NodeReader reader, TreeLayout layout, long nodeId, int level) {
    NodeView view = reader.read(nodeId, level);
    try {
      return of(view, layout.at(level));
    } finally {
      reader.release(view);
    }
  }

  private static long[] unboxed(List<Long> words) {
    return words.stream().mapToLong(Long::longValue).toArray();
  }
}
