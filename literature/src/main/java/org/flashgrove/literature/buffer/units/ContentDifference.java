package org.flashgrove.literature.buffer.units;

import java.util.Arrays;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.storage.node.buffer.ChangeConsumer;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Computes the changes that turn the old content of a node into new content. Removals come first,
 * so that the node never exceeds its page. They are followed by a changed header, and then by new
 * or changed entries.
 */
public final class ContentDifference {
  private long[] entry = new long[16];

  /**
   * Passes the changes to a consumer.
   *
   * @param before image of the node with its old content
   * @param words header and entries of the new content, from index {@code at} on
   * @param count number of entries in the new content
   */
  public void forEach(NodePage before, long[] words, int at, int count, ChangeConsumer consumer) {
    NodeLayout layout = before.layout();
    if (entry.length < layout.words()) {
      entry = new long[layout.words()];
    }
    long nodeId = before.nodeId();
    int level = before.level();
    int entries = at + NodeView.HEADER_WORDS;
    long[] order = sorted(layout, words, entries, count);
    boolean[] kept = new boolean[count];
    boolean[] same = new boolean[count];
    for (int slot = 0; slot < before.count(); slot++) {
      before.copyEntry(slot, entry, 0);
      int found = find(layout, words, entries, order, entry, kept);
      if (found < 0) {
        consumer.change(ChangeKind.REMOVE, nodeId, level, entry, 0, 0);
      } else {
        kept[found] = true;
        same[found] = sameWords(layout, words, entries + found * layout.words(), entry);
      }
    }
    boolean newHeader = false;
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      newHeader |= before.header(i) != words[at + i];
    }
    if (newHeader) {
      consumer.change(ChangeKind.HEADER, nodeId, level, words, at, 0);
    }
    for (int i = 0; i < count; i++) {
      if (!same[i]) {
        ChangeKind kind = kept[i] ? ChangeKind.CHANGE : ChangeKind.ADD;
        consumer.change(kind, nodeId, level, words, entries + i * layout.words(), 0);
      }
    }
  }

  /**
   * Returns the entries in ascending order of their first words. The result has two elements for
   * each entry: the first word and the index.
   */
  private static long[] sorted(NodeLayout layout, long[] words, int entries, int count) {
    long[] order = new long[2 * count];
    long[] firsts = new long[count];
    for (int i = 0; i < count; i++) {
      firsts[i] = words[entries + i * layout.words()];
    }
    long[] ascending = firsts.clone();
    Arrays.sort(ascending);
    int[] filled = new int[count];
    for (int i = 0; i < count; i++) {
      int place = Arrays.binarySearch(ascending, firsts[i]);
      while (place > 0 && ascending[place - 1] == firsts[i]) {
        place--;
      }
      int index = place + filled[place]++;
      order[2 * index] = firsts[i];
      order[2 * index + 1] = i;
    }
    return order;
  }

  /**
   * Returns the index of the entry in the new content that has the identity of {@code wanted}, or
   * -1. Entries that are marked in {@code kept} were already found and are skipped.
   */
  private static int find(
      NodeLayout layout, long[] words, int entries, long[] order, long[] wanted, boolean[] kept) {
    int low = 0;
    int high = order.length / 2;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (order[2 * middle] < wanted[0]) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low < order.length / 2 && order[2 * low] == wanted[0]; low++) {
      int index = (int) order[2 * low + 1];
      int from = entries + index * layout.words();
      if (!kept[index]
          && Arrays.equals(
              words, from, from + layout.identityWords(), wanted, 0, layout.identityWords())) {
        return index;
      }
    }
    return -1;
  }

  private static boolean sameWords(NodeLayout layout, long[] words, int at, long[] entry) {
    return Arrays.equals(words, at, at + layout.words(), entry, 0, layout.words());
  }
}
