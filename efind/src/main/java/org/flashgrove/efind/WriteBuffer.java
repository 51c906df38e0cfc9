package org.flashgrove.efind;

import java.util.Arrays;
import java.util.function.Consumer;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LinkedKeys;
import org.flashgrove.efind.BufferedNode.Status;
import org.flashgrove.storage.node.ChangeKind;

/** The write buffer table (thesis, section 6.4.2) in order of the nodes' last changes. */
final class WriteBuffer {
  private final TreeLayout layout;
  private final MemoryModel memory;
  private final LinkedKeys age = new LinkedKeys(256);
  private BufferedNode[] nodes = new BufferedNode[256];
  private long usedBytes;
  private long clock;

  WriteBuffer(TreeLayout layout, MemoryModel memory) {
    this.layout = layout;
    this.memory = memory;
  }

  /** The row of a node, or null. */
  BufferedNode get(long nodeId) {
    int position = age.position(nodeId);
    return position == LinkedKeys.NONE ? null : nodes[position];
  }

  int size() {
    return age.size();
  }

  long usedBytes() {
    return usedBytes;
  }

  /** Bytes a change will need at most. */
  long need(ChangeKind kind, long nodeId, int level, int entries) {
    BufferedNode node = get(nodeId);
    NodeLayout words = layout.at(level);
    switch (kind) {
      case CREATE:
      case REPLACE:
        return memory.costOfContent(entries, words) - (node == null ? 0 : node.charged);
      case DELETE:
        return node == null ? memory.costOfContent(0, words) : 0;
      case SEALED:
        return 0;
      default:
        return memory.costOfChange(node, words);
    }
  }

  /** Applies a published change (Algorithm 4, lines 2 to 20); returns the node's row. */
  BufferedNode apply(
      ChangeKind kind, long nodeId, int level, long[] words, int at, int entries, long frame) {
    BufferedNode node = row(kind, nodeId, level, entries);
    node.frame = frame;
    switch (kind) {
      case CREATE:
      case REPLACE:
        replaceContent(node, kind, words, at, entries);
        break;
      case ADD:
      case CHANGE:
        node.modifications.put(words, at);
        changed(node, 1);
        break;
      case REMOVE:
        if (node.status == Status.NEW) {
          node.modifications.forget(words, at);
        } else {
          node.modifications.markRemoved(words, at);
        }
        changed(node, 1);
        break;
      case HEADER:
        node.header = Arrays.copyOfRange(words, at, at + NodeView.HEADER_WORDS);
        changed(node, 1);
        break;
      case DELETE:
        node.modifications.reset(0);
        node.header = null;
        node.status = Status.DEL;
        changed(node, 1);
        break;
      default:
        node.changes = words[at];
        node.lastChange = words[at + 1];
        clock = Math.max(clock, node.lastChange);
        break;
    }
    charge(node);
    return node;
  }

  private void replaceContent(
      BufferedNode node, ChangeKind kind, long[] words, int at, int entries) {
    int stride = layout.at(node.level).words();
    node.modifications.reset(entries);
    int entriesAt = at + NodeView.HEADER_WORDS;
    int entry = entriesAt;
    for (int i = 0; i < entries; i++, entry += stride) {
      node.modifications.put(words, entry);
    }
    node.header = Arrays.copyOfRange(words, at, entriesAt);
    // A replaced node is recorded as DEL and NEW, and one change an entry (thesis, section 8.3.3).
    changed(node, (kind == ChangeKind.CREATE ? 1 : 2) + entries);
    node.status = Status.NEW;
  }

  private BufferedNode row(ChangeKind kind, long nodeId, int level, int entries) {
    int position = age.position(nodeId);
    BufferedNode known = position == LinkedKeys.NONE ? null : nodes[position];
    if (known != null && known.level == level) {
      age.moveToLast(position);
      return known;
    }
    ModificationTable table = new ModificationTable(layout.at(level), entries);
    BufferedNode node = new BufferedNode(nodeId, level, table);
    node.status = Status.MOD;
    if (known == null) {
      node.neverStored = kind == ChangeKind.CREATE;
      position = age.addLast(nodeId);
    } else {
      // The id of a deleted node was given out again at another level before a flush.
      node.neverStored = known.neverStored;
      node.changes = known.changes;
      usedBytes -= known.charged;
      age.moveToLast(position);
    }
    if (position >= nodes.length) {
      nodes = Arrays.copyOf(nodes, position * 2);
    }
    nodes[position] = node;
    return node;
  }

  private void changed(BufferedNode node, int changes) {
    node.changes += changes;
    clock += changes;
    node.lastChange = clock;
    node.space = null;
  }

  private void charge(BufferedNode node) {
    long cost = memory.cost(node, layout.at(node.level));
    usedBytes += cost - node.charged;
    node.charged = cost;
  }

  /** Takes a row out of the table. */
  void remove(BufferedNode node) {
    int position = age.remove(node.nodeId);
    nodes[position] = null;
    usedBytes -= node.charged;
  }

  /** Hands over all rows, those with the oldest last changes first. */
  void forEach(Consumer<BufferedNode> consumer) {
    for (int at = age.first(); at != LinkedKeys.NONE; at = age.next(at)) {
      consumer.accept(nodes[at]);
    }
  }

  /** Copies the ids of the {@code count} nodes whose last changes are the oldest. */
  void oldest(long[] into, int count) {
    int position = age.first();
    for (int i = 0; i < count; i++, position = age.next(position)) {
      into[i] = age.key(position);
    }
  }
}
