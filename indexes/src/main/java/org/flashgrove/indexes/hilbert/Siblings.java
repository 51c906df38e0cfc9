package org.flashgrove.indexes.hilbert;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.NodePath;

/**
 * Cooperating siblings: adjacent children of one parent that share their entries evenly. The
 * entries are distributed over the same number of nodes, one more or one less (HandleOverflow and
 * HandleUnderflow of Kamel and Faloutsos, 1994).
 *
 * <p>Afterwards the numbers of entries in these nodes differ by at most one. The C implementation
 * FESTIval gives ⌈n/k⌉ of n entries to each of k nodes except the last, which may then be below its
 * minimum.
 */
final class Siblings {
  private final HilbertLayout layout;
  private final EntryList leafEntries;
  private final EntryList nodeEntries;
  private final EntryList parentEntries;
  private final EntryList described;
  private final long[] ids = new long[HilbertConfig.HIGHEST_ORDER + 2];
  private final long[] scratch = new long[HilbertLayout.NODE_WORDS];
  private int first;
  private int gathered;
  private int nodes;

  Siblings(HilbertConfig config, HilbertLayout layout) {
    this.layout = layout;
    int most = config.order() + 1;
    int leafCapacity = config.fill().leafCapacity();
    int nodeCapacity = config.fill().nodeCapacity();
    leafEntries = new EntryList(layout.nodes().leaf().words(), most * leafCapacity + 1);
    nodeEntries = new EntryList(HilbertLayout.NODE_WORDS, most * nodeCapacity + 1);
    parentEntries = new EntryList(HilbertLayout.NODE_WORDS, nodeCapacity + 1);
    described = new EntryList(HilbertLayout.NODE_WORDS, most);
  }

  /**
   * Collects the entries of a node and its cooperating siblings. Returns them in order.
   *
   * <p>Of the {@code width} nodes, ⌊(width - 1) / 2⌋ are to the left of the given node, unless the
   * parent has too few children on one side.
   *
   * @param path path to the node; the parent is pinned
   * @param own the new entries of the node, in order
   * @param width number of nodes, from 1 to the number of the parent's children
   */
  EntryList gather(NodePath path, int level, EntryList own, int width) {
    NodeView parent = path.view(level + 1);
    int slot = path.slot(level);
    first = Math.max(0, Math.min(slot - (width - 1) / 2, parent.count() - width));
    gathered = width;
    EntryList all = level == 0 ? leafEntries : nodeEntries;
    all.clear();
    boolean inOrder = true;
    for (int i = 0; i < width; i++) {
      int before = all.count();
      ids[i] = parent.word(0, first + i);
      if (first + i == slot) {
        for (int entry = 0; entry < own.count(); entry++) {
          all.add(own.words(), entry * own.stride());
        }
      } else {
        NodeView sibling = path.operation().read(ids[i], level);
        all.addAll(sibling);
        path.operation().release(sibling);
      }
      if (before > 0 && before < all.count()) {
        inOrder &= !layout.isBehind(all, level, before - 1, before);
      }
    }
    if (!inOrder) {
      layout.sort(
          all, level); // across nodes only values are sorted, but not the ids of equal values
    }
    return all;
  }

  /**
   * Distributes the collected entries over {@code newNodes} nodes. This number may differ by one
   * from the number of nodes from which the entries were collected.
   */
  void shareOut(NodeOperation operation, int level, EntryList all, int newNodes) {
    nodes = newNodes;
    described.clear();
    int share = all.count() / nodes;
    int larger = all.count() % nodes;
    int from = 0;
    for (int i = 0; i < nodes; i++) {
      int to = from + share + (i < larger ? 1 : 0);
      if (i < gathered) {
        operation.replace(ids[i], level, null, all, from, to);
      } else {
        ids[i] = operation.create(level, null, all, from, to);
      }
      layout.describe(ids[i], level, all, from, to, scratch);
      described.add(scratch, 0);
      from = to;
    }
    for (int i = nodes; i < gathered; i++) {
      operation.delete(ids[i], level);
    }
  }

  /** Returns the id of the leftmost node whose entries were collected. */
  long firstId() {
    return ids[0];
  }

  /** Writes the siblings' changed entries to the parent. */
  void updateParent(NodePath path, int parentLevel) {
    NodeView parent = path.view(parentLevel);
    long parentId = path.node(parentLevel);
    for (int i = 0; i < Math.max(nodes, gathered); i++) {
      if (i >= nodes) {
        scratch[0] = ids[i];
        path.operation().remove(parentId, parentLevel, scratch);
        continue;
      }
      System.arraycopy(described.words(), i * scratch.length, scratch, 0, scratch.length);
      if (i >= gathered) {
        path.operation().add(parentId, parentLevel, scratch);
      } else if (!isSame(parent, first + i)) {
        path.operation().change(parentId, parentLevel, scratch);
      }
    }
  }

  private boolean isSame(NodeView parent, int slot) {
    for (int word = 0; word < scratch.length; word++) {
      if (parent.word(word, slot) != scratch[word]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns, in order, the entries that the parent has after the entries of its children were
   * distributed. The list is valid until the next call.
   */
  EntryList parentEntries(NodePath path, int parentLevel) {
    parentEntries.clear();
    parentEntries.addAll(path.view(parentLevel));
    for (int i = gathered - 1; i >= nodes; i--) {
      parentEntries.remove(first + i);
    }
    for (int i = 0; i < nodes; i++) {
      int at = i * scratch.length;
      if (i < gathered) {
        System.arraycopy(
            described.words(),
            at,
            parentEntries.words(),
            (first + i) * scratch.length,
            scratch.length);
      } else {
        parentEntries.insert(first + i, described.words(), at);
      }
    }
    layout.sort(parentEntries, parentLevel);
    return parentEntries;
  }
}
