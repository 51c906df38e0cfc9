package org.flashgrove.indexes.xbrplus;

import org.flashgrove.core.node.EntryList;
import org.flashgrove.core.node.NodeOperation;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.indexes.tree.SplitCount;

/**
 * Split of an overflowing internal node. The candidates are the quadrants of all entries, and all
 * larger quadrants that contain some of these quadrants. The candidate that balances the two nodes
 * best becomes the region of the new node.
 *
 * <p>A virtual quadrant is a candidate that belongs to no entry. It may cut through the region of a
 * child that encloses it. A search in the new node would then miss the points of that child in the
 * quadrant. These points are therefore moved, level by level, into separate nodes. The new node
 * gets one more entry, which refers to the topmost of these nodes. We do not know how the authors
 * handle this case.
 *
 * <p>Because of this entry, a virtual quadrant is counted with one entry more, and a real quadrant
 * wins ties. Other ties go to the larger quadrant, then to the lower address.
 */
final class NodeSplit {
  private final XbrPlusLayout layout;
  private final SplitCount splits;
  private final AddressTable addresses;
  private final Address entry = new Address();
  private final long[] header = new long[NodeView.HEADER_WORDS];
  private int first;
  private int digits;

  NodeSplit(XbrPlusConfig config, XbrPlusLayout layout, SplitCount splits) {
    this.layout = layout;
    this.splits = splits;
    addresses = new AddressTable(layout, config.fill().nodeCapacity() + 1);
  }

  /**
   * Splits a node.
   *
   * @param entries the node's entries, one more than its capacity, in order
   * @param region the node's quadrant
   * @param level the node's level
   */
  void split(
      NodeOperation operation, EntryList entries, Address region, int level, SplitParts parts) {
    addresses.loadQuadrants(entries);
    choose(entries.count(), region);
    addresses.ancestor(first, digits, parts.quadrant());
    partition(operation, entries, level, parts);
  }

  /**
   * Chooses the best quadrant. Stores its first entry in {@code first}, and the length of its
   * address in {@code digits}.
   */
  private void choose(int count, Address region) {
    int leastCost = Integer.MAX_VALUE;
    boolean bestIsReal = false;
    for (int i = 0; i < count; i++) {
      int above = region.level();
      if (i > 0) {
        above = Math.max(above, addresses.commonWithPrevious(i));
      }
      int behind =
          i + 1; // the entries from i up to, but not including, this one lie in the quadrant
      for (int level = addresses.level(i); level > above; level--) {
        while (behind < count && addresses.commonWithPrevious(behind) >= level) {
          behind++;
        }
        boolean real = level == addresses.level(i);
        int inside = behind - i;
        int cost = Math.max(inside + (real ? 0 : 1), count - inside);
        boolean better = cost < leastCost;
        if (cost == leastCost) {
          better = real != bestIsReal ? real : level < digits;
        }
        if (inside < count && better) {
          leastCost = cost;
          bestIsReal = real;
          first = i;
          digits = level;
        }
      }
    }
  }

  /**
   * Distributes the entries of a node between the node and the new one. If the quadrant cuts
   * through a child, divides this child, too.
   */
  private void partition(NodeOperation operation, EntryList entries, int level, SplitParts parts) {
    EntryList rest = parts.rest();
    EntryList part = parts.part();
    Address quadrant = parts.quadrant();
    rest.clear();
    part.clear();
    int enclosing = -1;
    boolean real = false;
    for (int i = 0; i < entries.count(); i++) {
      layout.quadrant(entries.words(), i * entries.stride(), entry);
      if (quadrant.covers(entry)) {
        real |= entry.isSame(quadrant);
        part.add(entries.words(), i * entries.stride());
      } else {
        if (entry.covers(quadrant)) {
          enclosing = rest.count();
        }
        rest.add(entries.words(), i * entries.stride());
      }
    }
    if (!real && enclosing >= 0) {
      long[] made = new long[XbrPlusLayout.NODE_WORDS];
      if (cut(operation, rest, enclosing, level - 1, quadrant, made)) {
        part.insert(0, made, 0);
      }
    }
  }

  /**
   * Moves the part of a child that lies in a quadrant into a new node of the same level. A child
   * that is left without entries is deleted.
   *
   * @param parent the entries of the child's parent
   * @param at index of the child's entry, whose bounding rectangle is corrected or which is removed
   * @param level the child's level
   * @param made receives the entry of the new node
   * @return whether there is a new node; if not, nothing changed
   */
  private boolean cut(
      NodeOperation operation, EntryList parent, int at, int level, Address quadrant, long[] made) {
    long child = parent.word(at, 0);
    NodeView node = operation.read(child, level);
    EntryList entries = new EntryList(layout.nodes().at(level).words(), node.count());
    entries.addAll(node);
    operation.release(node);
    EntryList rest = new EntryList(entries.stride(), entries.count());
    EntryList part = new EntryList(entries.stride(), entries.count() + 1);
    if (level == 0) {
      partitionPoints(entries, quadrant, rest, part);
    } else {
      partition(operation, entries, level, new SplitParts(rest, part, quadrant));
    }
    if (part.count() == 0) {
      return false;
    }
    long created = operation.create(level, header(quadrant, level), part, 0, part.count());
    layout.describe(created, level, part, quadrant, made, 0);
    // The new node is necessary only because smaller quadrants lie next to it or above it.
    XbrPlusLayout.setCut(made, 0, true);
    if (rest.count() == 0) {
      operation.delete(child, level);
      parent.remove(at);
      return true;
    }
    int words = at * parent.stride();
    layout.quadrant(parent.words(), words, entry);
    operation.replace(child, level, header(entry, level), rest, 0, rest.count());
    layout.bound(child, level, rest, parent.words(), words);
    XbrPlusLayout.setCut(parent.words(), words, true);
    splits.split(level);
    return true;
  }

  private void partitionPoints(EntryList points, Address quadrant, EntryList rest, EntryList part) {
    for (int i = 0; i < points.count(); i++) {
      layout.pointAddress(points.words(), i * points.stride(), entry);
      EntryList side = quadrant.covers(entry) ? part : rest;
      side.add(points.words(), i * points.stride());
    }
  }

  private long[] header(Address region, int level) {
    if (level == 0) {
      return null;
    }
    region.copyTo(header);
    return header;
  }
}
