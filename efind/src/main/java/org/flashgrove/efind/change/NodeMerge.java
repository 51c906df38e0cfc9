package org.flashgrove.efind.change;

import java.util.Arrays;
import org.flashgrove.core.node.EntryOrder;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodePage;
import org.flashgrove.core.node.NodeView;

/**
 * Merges a stored page of a node with the modified entries of the write buffer into the node's
 * current content (Algorithm 5, line 14, and section 8.3.3 of Carniel's thesis, 2019).
 *
 * <p>If the stored entries are in order of identity, like the rows of modified entries, the merge
 * is one pass over both. If the layout has another order, the rows are first sorted by that order.
 * The pass must then skip every stored entry that a row modifies, because the entry's new version
 * may have another position in the order.
 *
 * <p>If nodes may contain equal entries ({@link NodeLayout#repeats}), a row of an added entry adds
 * a copy, and a row of a removed entry skips one stored copy.
 *
 * <p>Not thread-safe, because arrays are reused.
 */
public final class NodeMerge {
  /**
   * Value that replaces a row number in {@link #homes} after the row has removed one stored copy of
   * an entry. It prevents the row from removing a second copy.
   */
  private static final int USED = Integer.MAX_VALUE - 1;

  private long[] entry = new long[8];
  private long[] sorted = new long[64];
  private long[] spare = new long[64];
  private int[] homes = new int[16];

  /**
   * Appends to an empty image the entries of a node: the stored entries with the modifications
   * applied.
   *
   * @param stored the stored node; null if the rows contain the whole content
   * @param rows the modifications
   */
  public void merge(NodePage stored, ModifiedEntries rows, NodePage image) {
    NodeLayout layout = image.layout();
    if (entry.length < layout.words()) {
      entry = new long[layout.words()];
    }
    if (layout.order() != null) {
      mergeOrdered(stored, rows, image);
    } else if (stored == null) {
      appendLive(rows, 0, image);
    } else if (isInOrderOfIdentity(stored)) {
      mergeByIdentity(stored, rows, image);
    } else {
      appendUnmodified(stored, rows, image);
      appendLive(rows, 0, image);
    }
  }

  private void appendLive(ModifiedEntries rows, int from, NodePage image) {
    for (int row = from; row < rows.count(); row++) {
      if (!rows.isRemoved(row)) {
        rows.copy(image.layout(), row, entry, 0);
        image.appendAll(entry, 0, 1);
      }
    }
  }

  private void mergeByIdentity(NodePage stored, ModifiedEntries rows, NodePage image) {
    NodeLayout layout = image.layout();
    int slot = 0;
    for (int row = 0; row < rows.count(); row++) {
      int from = slot;
      int comparison = -1;
      while (slot < stored.count()
          && (comparison = rows.compareSlot(layout, stored, slot, row)) < 0) {
        slot++;
      }
      image.append(stored, from, slot);
      if (comparison == 0 && (rows.isRemoved(row) || !layout.repeats())) {
        slot++;
      }
      if (!rows.isRemoved(row)) {
        rows.copy(layout, row, entry, 0);
        image.appendAll(entry, 0, 1);
      }
    }
    image.append(stored, slot, stored.count());
  }

  private void appendUnmodified(NodePage stored, ModifiedEntries rows, NodePage image) {
    hash(rows, image.layout());
    for (int slot = 0; slot < stored.count(); slot++) {
      if (!isModified(stored, slot, rows, image.layout())) {
        image.append(stored, slot);
      }
    }
  }

  private void mergeOrdered(NodePage stored, ModifiedEntries rows, NodePage image) {
    NodeLayout layout = image.layout();
    EntryOrder order = layout.order();
    int words = layout.words();
    boolean keepsOrder = stored != null && hasSameHeader(stored, image);
    if (stored != null) {
      hash(rows, layout);
    }
    int live = copyLive(rows, layout);
    if (stored != null && !keepsOrder) {
      live = addUnmodified(stored, rows, live);
    }
    sort(live, image);
    int next = 0;
    for (int slot = 0; keepsOrder && slot < stored.count(); slot++) {
      if (!isModified(stored, slot, rows, layout)) {
        while (next < live && order.compare(stored, slot, sorted, next * words) > 0) {
          image.appendAll(sorted, next++ * words, 1);
        }
        image.append(stored, slot);
      }
    }
    image.appendAll(sorted, next * words, live - next);
  }

  /**
   * Returns whether the stored node has the same header as the image. If so, the stored entries are
   * already in the order of the image.
   */
  private static boolean hasSameHeader(NodePage stored, NodePage image) {
    boolean same = true;
    for (int i = 0; i < NodeView.HEADER_WORDS; i++) {
      same &= stored.header(i) == image.header(i);
    }
    return same;
  }

  private void makeRoom(int entries, int words) {
    if (sorted.length < entries * words) {
      sorted = Arrays.copyOf(sorted, 2 * entries * words);
      spare = new long[sorted.length];
    }
  }

  private int copyLive(ModifiedEntries rows, NodeLayout layout) {
    makeRoom(rows.count(), layout.words());
    int live = 0;
    for (int row = 0; row < rows.count(); row++) {
      if (!rows.isRemoved(row)) {
        rows.copy(layout, row, sorted, live++ * layout.words());
      }
    }
    return live;
  }

  private int addUnmodified(NodePage stored, ModifiedEntries rows, int live) {
    int words = stored.layout().words();
    makeRoom(live + stored.count(), words);
    int count = live;
    for (int slot = 0; slot < stored.count(); slot++) {
      if (!isModified(stored, slot, rows, stored.layout())) {
        stored.copyEntry(slot, sorted, count++ * words);
      }
    }
    return count;
  }

  /**
   * Sorts the first {@code count} entries of {@link #sorted} by the layout's order. This order can
   * only compare an entry on a page with an entry in an array. The image therefore temporarily
   * receives one entry at a time.
   *
   * @param image image with the node's header and without entries; it has no entries afterwards
   *     either
   */
  private void sort(int count, NodePage image) {
    for (int width = 1; width < count; width *= 2) {
      for (int start = 0; start < count; start += 2 * width) {
        int middle = Math.min(count, start + width);
        joinRuns(image, start, middle, Math.min(count, middle + width));
      }
      long[] joined = spare;
      spare = sorted;
      sorted = joined;
    }
    image.clear();
  }

  private void joinRuns(NodePage image, int start, int middle, int end) {
    int words = image.layout().words();
    int left = start;
    int right = middle;
    int seen = -1;
    for (int to = start; to < end; to++) {
      boolean takeLeft = right == end;
      if (left < middle && right < end) {
        if (seen != left) {
          image.clear();
          image.appendAll(sorted, left * words, 1);
          seen = left;
        }
        takeLeft = image.layout().order().compare(image, 0, sorted, right * words) <= 0;
      }
      int from = takeLeft ? left++ : right++;
      System.arraycopy(sorted, from * words, spare, to * words, words);
    }
  }

  /**
   * Puts the rows into a hash table by the first words of their identities. If nodes may contain
   * equal entries, the table contains only the rows of removed entries.
   */
  private void hash(ModifiedEntries rows, NodeLayout layout) {
    int length = Integer.highestOneBit(Math.max(8, 2 * rows.count()) - 1) << 1;
    if (homes.length < length) {
      homes = new int[length];
    } else {
      Arrays.fill(homes, 0);
    }
    for (int row = 0; row < rows.count(); row++) {
      if (layout.repeats() && !rows.isRemoved(row)) {
        continue;
      }
      int home = home(rows.word(layout, 0, row));
      while (homes[home] != 0) {
        home = home + 1 & homes.length - 1;
      }
      homes[home] = row + 1;
    }
  }

  private int home(long id) {
    return (int) (id * 0x9E3779B97F4A7C15L >>> 32) & homes.length - 1;
  }

  /**
   * Returns whether a row replaces or removes the entry in a slot of the stored page. If nodes may
   * contain equal entries, each row counts for one stored entry only.
   */
  private boolean isModified(NodePage stored, int slot, ModifiedEntries rows, NodeLayout layout) {
    for (int home = home(stored.word(0, slot));
        homes[home] != 0;
        home = home + 1 & homes.length - 1) {
      int row = homes[home] - 1;
      if (row != USED && rows.compareSlot(layout, stored, slot, row) == 0) {
        if (layout.repeats()) {
          homes[home] = USED + 1;
        }
        return true;
      }
    }
    return false;
  }

  private static boolean isInOrderOfIdentity(NodePage node) {
    int identityWords = node.layout().identityWords();
    for (int slot = 1; slot < node.count(); slot++) {
      int comparison = 0;
      for (int word = 0; comparison == 0 && word < identityWords; word++) {
        comparison = Long.compare(node.word(word, slot - 1), node.word(word, slot));
      }
      if (comparison > 0 || comparison == 0 && !node.layout().repeats()) {
        return false;
      }
    }
    return true;
  }
}
