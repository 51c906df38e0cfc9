package org.flashgrove.efind;

import java.util.function.Consumer;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongObjectMap;
import org.flashgrove.efind.change.BufferedNode;
import org.flashgrove.efind.change.BufferedNode.Status;
import org.flashgrove.efind.change.MemoryModel;
import org.flashgrove.efind.change.ModifiedEntries;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * Table of the write buffer (Carniel's thesis, 2019, section 6.4.2). Its rows, one per changed
 * node, are found by node id and linked in the order of their last changes.
 */
final class WriteBuffer {
  private static final int FIRST_ROWS = 128;
  private static final long REMOVED = -1;

  private final TreeLayout layout;
  private final MemoryModel memory;
  private final boolean packs;
  private final LongObjectMap<BufferedNode> rows = new LongObjectMap<>(FIRST_ROWS);
  private BufferedNode oldest;
  private BufferedNode newest;
  private long usedBytes;
  private long clock;

  /**
   * Heap from which a flush takes the row with the greatest degree. Null if flushes compare all
   * rows instead.
   */
  private OldestByDegree oldestByDegree;

  /**
   * Creates an empty table.
   *
   * @param packs whether points are stored without their upper corners
   */
  WriteBuffer(TreeLayout layout, MemoryModel memory, boolean packs) {
    this.packs = packs;
    this.layout = layout;
    this.memory = memory;
  }

  /**
   * Returns the row with the greatest degree by the policy among the {@code count} rows with the
   * oldest changes; ties go to the lowest id. Uses a heap, so it does not examine every row.
   *
   * @param policy a policy whose degree of a unit depends only on the unit; the same policy in each
   *     call
   */
  BufferedNode best(FlushPolicy policy, int count) {
    return byDegree(policy).best(count);
  }

  /**
   * Returns the row with the greatest degree, like {@link #best}, but ignores the rows that
   * preceding calls of this method returned. All returned rows must be removed from the table
   * before the table is changed in another way.
   *
   * @param count number of oldest rows to select from, not counting the returned rows
   * @param taken number of rows that the preceding calls returned
   */
  BufferedNode takeBest(FlushPolicy policy, int count, int taken) {
    return byDegree(policy).take(count, taken);
  }

  private OldestByDegree byDegree(FlushPolicy policy) {
    if (oldestByDegree == null) {
      oldestByDegree = new OldestByDegree(this, policy);
    }
    return oldestByDegree;
  }

  /** Returns the row of a node, or null. */
  BufferedNode get(long nodeId) {
    return rows.get(nodeId);
  }

  int size() {
    return rows.size();
  }

  long usedBytes() {
    return usedBytes;
  }

  private long cost(BufferedNode node) {
    return memory.cost(node, layout.at(node.level()));
  }

  /**
   * Returns the maximum number of bytes by which a change will make the table larger, as the memory
   * model counts them.
   */
  long need(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
    BufferedNode node = get(nodeId);
    NodeLayout entry = layout.at(level);
    switch (kind) {
      case CREATE:
      case REPLACE:
        int entriesAt = at + NodeView.HEADER_WORDS;
        boolean points = packs && ModifiedEntries.arePoints(entry, words, entriesAt, entries);
        return memory.costOfContent(entries, entry, points, header(words, at) != null)
            - (node == null ? 0 : cost(node));
      case DELETE:
        return node == null ? memory.costOfContent(0, entry, true, false) : 0;
      case HEADER:
        return memory.costOfHeader(node, entry);
      case REMOVE:
        return memory.costOfChange(node, entry, false, true);
      case SEALED:
        return 0;
      default:
        boolean point = packs && ModifiedEntries.isPoint(entry, words, at);
        return memory.costOfChange(node, entry, point, false);
    }
  }

  /**
   * Returns the maximum number of bytes by which content grows when an entry that is not a point is
   * added. Content that consists of points is stored without upper corners. With the new entry, the
   * upper corners of all entries must be stored.
   */
  long needOfUnpacking(int level, long[] words, int at, int contentEntries) {
    NodeLayout entry = layout.at(level);
    if (!packs || ModifiedEntries.isPoint(entry, words, at)) {
      return 0;
    }
    return memory.costOfContent(contentEntries, entry, false, false)
        - memory.costOfContent(contentEntries, entry, true, false);
  }

  /**
   * Adds a change to the row of its node after the change was appended to the log (Carniel's
   * thesis, Algorithm 4, lines 2 to 20). Returns the node's row.
   */
  BufferedNode apply(ChangeKind kind, long nodeId, int level, long[] words, int at, int entries) {
    BufferedNode node = row(kind, nodeId, level);
    NodeLayout entry = layout.at(level);
    long before = node.status == null ? 0 : cost(node);
    if (node.status == null) {
      node.status = Status.MOD;
    }
    switch (kind) {
      case CREATE, REPLACE -> replaceContent(node, kind, words, at, entries);
      case ADD -> {
        node.add(entry, words, at);
        changed(node, 1);
      }
      case CHANGE -> {
        node.change(entry, words, at);
        changed(node, 1);
      }
      case REMOVE -> {
        if (node.status == Status.NEW) {
          node.forget(entry, words, at);
        } else {
          node.takeAway(entry, words, at);
        }
        changed(node, 1);
      }
      case HEADER -> {
        long[] header = header(words, at);
        node.header =
            header == null && node.status != Status.NEW ? new long[NodeView.HEADER_WORDS] : header;
        changed(node, 1);
      }
      case DELETE -> {
        node.reset(entry, 0, packs);
        node.header = null;
        node.status = Status.DEL;
        changed(node, 1);
      }
      default -> restoreChanges(node, (int) words[at], words[at + 1]);
    }
    usedBytes += cost(node) - before;
    return node;
  }

  private void replaceContent(
      BufferedNode node, ChangeKind kind, long[] words, int at, int entries) {
    NodeLayout entry = layout.at(node.level());
    int entriesAt = at + NodeView.HEADER_WORDS;
    node.reset(
        entry, entries, packs && ModifiedEntries.arePoints(entry, words, entriesAt, entries));
    for (int i = 0; i < entries; i++) {
      node.add(entry, words, entriesAt + i * entry.words());
    }
    node.header = header(words, at);
    // A replaced node is recorded as DEL and NEW, and one change an entry (Carniel's thesis, 2019,
    // section 8.3.3).
    changed(node, (kind == ChangeKind.CREATE ? 1 : 2) + entries);
    node.status = Status.NEW;
  }

  /**
   * Returns a copy of the header at {@code words[at]}, or null if this header is all zeros. Most
   * trees use no headers.
   */
  private static long[] header(long[] words, int at) {
    if ((words[at] | words[at + 1] | words[at + 2]) == 0) {
      return null;
    }
    return new long[] {words[at], words[at + 1], words[at + 2]};
  }

  /**
   * Returns the row of a node and makes it the newest row. If the node has no row, creates a row
   * without a status.
   */
  private BufferedNode row(ChangeKind kind, long nodeId, int level) {
    BufferedNode known = get(nodeId);
    if (known != null && known.level() == level) {
      if (known != newest) {
        unlink(known);
        linkNewest(known);
      } else if (oldestByDegree != null) {
        oldestByDegree.leaves(known);
      }
      return known;
    }
    BufferedNode node = new BufferedNode(nodeId, level, packs);
    if (known == null) {
      node.neverStored = kind == ChangeKind.CREATE;
    } else {
      // The id of a deleted node was given out again at another level before a flush.
      node.neverStored = known.neverStored;
      node.changes = known.changes;
      remove(known);
    }
    add(node);
    return node;
  }

  private void add(BufferedNode node) {
    rows.put(node.nodeId, node);
    linkNewest(node);
  }

  private void linkNewest(BufferedNode node) {
    node.older = newest;
    node.newer = null;
    if (newest == null) {
      oldest = node;
    } else {
      newest.newer = node;
    }
    newest = node;
  }

  private void unlink(BufferedNode node) {
    if (oldestByDegree != null) {
      oldestByDegree.leaves(node);
    }
    if (node.older == null) {
      oldest = node.newer;
    } else {
      node.older.newer = node.newer;
    }
    if (node.newer == null) {
      newest = node.older;
    } else {
      node.newer.older = node.older;
    }
  }

  private void changed(BufferedNode node, int changes) {
    node.changes += changes;
    clock += changes;
    node.lastChange = clock;
    node.space = null;
  }

  /**
   * Sets a row's number of changes and the time of its last change to values from the log. The row
   * must be the newest row.
   */
  private void restoreChanges(BufferedNode node, int changes, long lastChange) {
    if (oldestByDegree != null) {
      oldestByDegree.clear();
    }
    node.changes = changes;
    boolean inOrder = node.older == null || lastChange > node.older.lastChange;
    node.lastChange = inOrder ? lastChange : clock + 1; // a damaged log must not mix up the order
    clock = Math.max(clock, node.lastChange);
  }

  /** Removes a row from the table. */
  void remove(BufferedNode node) {
    unlink(node);
    rows.remove(node.nodeId);
    usedBytes -= cost(node);
    node.lastChange = REMOVED;
  }

  /**
   * Computes anew the number of bytes that the rows use according to the memory model, for tests.
   */
  long recountedBytes() {
    long bytes = 0;
    for (BufferedNode node = oldest; node != null; node = node.newer) {
      bytes += cost(node);
    }
    return bytes;
  }

  /** Passes all rows to a consumer, in the order of their last changes, oldest first. */
  void forEach(Consumer<BufferedNode> consumer) {
    for (BufferedNode node = oldest; node != null; node = node.newer) {
      consumer.accept(node);
    }
  }

  /**
   * Returns the row whose last change is the oldest, or null if there are no rows. {@link
   * BufferedNode#newer} leads to the next row.
   */
  BufferedNode oldest() {
    return oldest;
  }

  /**
   * Copies to {@code into} the ids of the {@code count} nodes whose last changes are the oldest.
   */
  void oldest(long[] into, int count) {
    BufferedNode node = oldest;
    for (int i = 0; i < count; i++, node = node.newer) {
      into[i] = node.nodeId;
    }
  }
}
