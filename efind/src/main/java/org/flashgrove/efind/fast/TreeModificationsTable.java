package org.flashgrove.efind.fast;

import java.util.Arrays;
import java.util.Comparator;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.core.replacement.LongObjectMap;
import org.flashgrove.efind.fast.ModifiedNode.Status;
import org.flashgrove.storage.node.buffer.ChangeKind;

/**
 * FAST's Tree Modifications Table: the modified nodes with their changes, and the flushing units of
 * these nodes.
 */
final class TreeModificationsTable {
  private final TreeLayout layout;
  private final MemoryModel memory;
  private final FlushingUnits units;
  private final int unitNodes;
  private final LongObjectMap<ModifiedNode> nodes = new LongObjectMap<>(128);
  private long usedBytes;
  private long heldBytes;

  TreeModificationsTable(
      TreeLayout layout, MemoryModel memory, FlushingUnits units, int unitNodes) {
    this.layout = layout;
    this.memory = memory;
    this.units = units;
    this.unitNodes = unitNodes;
  }

  /** Returns the table's element for a node, or null if the node is not modified. */
  ModifiedNode get(long nodeId) {
    return nodes.get(nodeId);
  }

  int size() {
    return nodes.size();
  }

  long usedBytes() {
    return usedBytes + units.size() * memory.costOfUnit();
  }

  /**
   * Returns the approximate number of bytes that the table will take in the log after a compaction.
   */
  long heldBytes() {
    return heldBytes;
  }

  /**
   * Returns the maximum number of bytes by which a change makes the table larger, as the memory
   * model counts them.
   */
  long need(ChangeKind kind, long nodeId, int level, int entries) {
    ModifiedNode node = get(nodeId);
    NodeLayout words = layout.at(level);
    return switch (kind) {
      case CREATE, REPLACE ->
          memory.costOfContent(entries, words) - (node == null ? 0 : node.charged);
      case DELETE -> node == null ? memory.costOfContent(0, words) : 0;
      case SEALED, STATE, VERSION -> 0;
      default -> memory.costOfChange(node, kind, words);
    };
  }

  /**
   * Returns the table's element for a node that is about to change. Creates an element with status
   * MOD if necessary.
   */
  ModifiedNode element(ChangeKind kind, long nodeId, int level) {
    ModifiedNode known = nodes.get(nodeId);
    if (known != null && known.level == level) {
      return known;
    }
    ModifiedNode node = new ModifiedNode(nodeId, level, layout.at(level));
    if (known == null) {
      node.neverStored = kind == ChangeKind.CREATE;
    } else {
      // The id of a deleted node was given out again at another level before a flush.
      node.neverStored = known.neverStored;
      node.updates = known.updates;
      usedBytes -= known.charged;
      heldBytes -= known.heldBytes;
    }
    nodes.put(nodeId, node);
    return node;
  }

  /** Replaces the whole content of a node, which thereby gets the status NEW. */
  void replaceContent(ModifiedNode node, long[] words, int at, int entries) {
    node.content = new NewNodeContent(node.layout.words(), words, at, entries);
    node.items = null;
    node.status = Status.NEW;
  }

  /** Records that a node was deleted. */
  void delete(ModifiedNode node) {
    node.content = null;
    node.items = null;
    node.status = Status.DEL;
  }

  /**
   * Applies the change of an entry or header to the content of a NEW node, or appends it to the
   * list of changes of a MOD node.
   *
   * @param slots slots that the change affects, as packed by {@link SlotChange}; must be known for
   *     a NEW node
   */
  void record(ModifiedNode node, ChangeKind kind, long slots, long[] words, int at) {
    if (node.status == Status.NEW) {
      node.content.apply(kind, slots, words, at);
    } else {
      if (node.items == null) {
        node.items = new ItemList(node.layout);
      }
      node.items.add(kind, slots, words, at);
    }
  }

  /**
   * Adds the number of items of a change to the update counts of the node and of its unit, and
   * updates the memory costs.
   */
  void touch(ModifiedNode node, ChangeKind kind) {
    int count = Items.count(kind, node.layout);
    node.updates += count;
    node.lastUpdate = units.update(node.nodeId, count);
    charge(node);
  }

  /**
   * Sets a node's number of items and the sequence number of its last item to values from a
   * compacted log.
   */
  void restore(ModifiedNode node, long updates, long lastUpdate) {
    node.updates = updates;
    node.lastUpdate = lastUpdate;
    charge(node);
    long unit = units.unitOf(node.nodeId);
    long sum = 0;
    long last = 0;
    for (int i = 0; i < unitNodes; i++) {
      ModifiedNode member = get(units.firstNode(unit) + i);
      if (member != null) {
        sum += member.updates;
        last = Math.max(last, member.lastUpdate);
      }
    }
    units.set(unit, sum, last);
  }

  private void charge(ModifiedNode node) {
    if (node.status == Status.MOD && node.items == null) {
      node.items = new ItemList(node.layout);
    }
    long cost = memory.cost(node);
    usedBytes += cost - node.charged;
    node.charged = cost;
    long held =
        node.status == Status.NEW
            ? node.content.bytes()
            : node.status == Status.MOD ? (long) node.items.words() * Long.BYTES : 0;
    heldBytes += held - node.heldBytes;
    node.heldBytes = held;
  }

  /**
   * Removes a node because its unit was flushed, or because its page will be written directly to
   * the device.
   */
  void remove(ModifiedNode node) {
    nodes.remove(node.nodeId);
    usedBytes -= node.charged;
    heldBytes -= node.heldBytes;
    long unit = units.unitOf(node.nodeId);
    long left = units.updatesOf(unit) - node.updates;
    if (left > 0) {
      units.set(unit, left, lastUpdate(unit));
    } else {
      units.remove(unit);
    }
  }

  private long lastUpdate(long unit) {
    long last = 0;
    for (int i = 0; i < unitNodes; i++) {
      ModifiedNode member = get(units.firstNode(unit) + i);
      last = member == null ? last : Math.max(last, member.lastUpdate);
    }
    return last;
  }

  /** Returns the modified nodes, sorted by the times of their last changes, oldest first. */
  ModifiedNode[] byAge() {
    ModifiedNode[] all = nodes.values().toArray(ModifiedNode[]::new);
    Arrays.sort(all, Comparator.comparingLong(node -> node.lastUpdate));
    return all;
  }
}
