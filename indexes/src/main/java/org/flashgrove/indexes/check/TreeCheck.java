package org.flashgrove.indexes.check;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.flashgrove.core.failure.UnsupportedFormatException;
import org.flashgrove.core.node.NodeIds;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.NodeReader;
import org.flashgrove.core.node.NodeStore;
import org.flashgrove.core.node.NodeView;
import org.flashgrove.core.node.TreeLayout;
import org.flashgrove.indexes.chain.OverflowLink;

/**
 * Structural check for every tree. It verifies:
 *
 * <ul>
 *   <li>Every node is reached once, has the level that follows from its parent, and has an id that
 *       is assigned and not free.
 *   <li>The bounding rectangle of a node, including its overflow nodes, equals the rectangle in its
 *       parent.
 *   <li>Entries are in the layout's order and are valid rectangles.
 *   <li>The number of entries is within its limits. An internal root has at least 2 entries, an
 *       overflow node at least 1.
 *   <li>Overflow nodes belong to their primary node, and their number matches its header.
 *   <li>The number of entries in leaves matches the catalog.
 *   <li>On request, every assigned id is reached or free.
 * </ul>
 *
 * <p>An unreadable page is a problem, and the check continues with the other pages. The check
 * always ends, because levels decrease with each step and no node is visited twice.
 *
 * <p>Every reachable node is read once through the store, so the check changes the store's counters
 * and buffers. It uses about 50 bytes of memory per node.
 */
public final class TreeCheck {
  /** Maximum number of listed problems. Further problems are only counted. */
  public static final int MAX_LISTED = 100;

  private static final int BOX = 4;
  private static final int LEAST_OF_ROOT = 2; // for an internal root

  private final NodeReader reader;
  private final TreeLayout layout;
  private final TreeRules rules;
  private final long lastId;
  private final Set<Long> free = new HashSet<>();
  private final Set<Long> reached = new HashSet<>();
  private final Deque<Step> ahead = new ArrayDeque<>();
  private final Problems problems = new Problems(MAX_LISTED);
  private long internalNodes;
  private long leafNodes;
  private long entries;
  private boolean incomplete;

  /**
   * A node to visit, with its bounding rectangle as stored in its parent. The rectangle is null for
   * the root and in trees whose internal entries have no rectangles.
   */
  private record Step(long nodeId, int level, long parentId, double[] bound) {}

  private TreeCheck(NodeReader reader, NodeIds ids, TreeLayout layout, TreeRules rules) {
    this.reader = reader;
    this.layout = layout;
    this.rules = rules;
    this.lastId = ids.last();
    for (long nodeId : ids.freeIds()) {
      if (!free.add(nodeId)) {
        problems.add("free list: node " + nodeId + " stands there twice");
      }
      if (nodeId < 0 || nodeId > lastId) {
        problems.add("free list: node " + nodeId + " was never given out (last " + lastId + ")");
      }
    }
  }

  /**
   * Checks a tree and its specific rules. Reports ids that are neither reached nor free, unless
   * some nodes cannot be read: these ids may be below such a node.
   *
   * @param reader a view of the tree as of the same commit as {@code ids}
   * @param own checks the tree's specific rules and reports each violation as one line; called only
   *     if the general check found no problem
   */
  public static CheckReport run(
      NodeReader reader,
      NodeIds ids,
      TreeLayout layout,
      TreeRules rules,
      BiConsumer<NodeReader, Consumer<String>> own) {
    TreeCheck check = new TreeCheck(reader, ids, layout, rules);
    check.walk();
    check.compareCatalog();
    if (check.problems.isEmpty()) {
      own.accept(reader, check.problems::add);
    }
    if (!check.incomplete) {
      check.findOrphans();
    }
    return check.problems.report(check.internalNodes, check.leafNodes, check.entries);
  }

  private void walk() {
    if (reader.root() == NodeStore.NO_NODE) {
      return;
    }
    if (reader.height() < 0 || reader.height() > Short.MAX_VALUE) {
      problems.add("catalog: impossible height " + reader.height());
      incomplete = true;
      return;
    }
    ahead.push(new Step(reader.root(), reader.height(), NodeStore.NO_NODE, null));
    while (!ahead.isEmpty()) {
      Step step = ahead.pop();
      if (mayVisit(step)) {
        visit(step);
      }
    }
  }

  private static String place(Step step) {
    return "node " + step.nodeId + " of level " + step.level;
  }

  private boolean mayVisit(Step step) {
    String from = step.parentId < 0 ? "the catalog" : "node " + step.parentId;
    if (step.nodeId < 0 || step.nodeId > lastId) {
      problems.add(place(step) + ": never given out (last " + lastId + "), referred to by " + from);
      incomplete = true;
      return false;
    }
    if (free.contains(step.nodeId)) {
      problems.add(place(step) + ": free, but referred to by " + from);
      incomplete = true;
      return false;
    }
    if (!reached.add(step.nodeId)) {
      problems.add(place(step) + ": reached twice, the second time from " + from);
      return false;
    }
    return true;
  }

  private void visit(Step step) {
    double[] bound = new double[BOX];
    boolean whole = false;
    try {
      NodeView node = reader.read(step.nodeId, step.level);
      if (layout.chained() && OverflowLink.isOverflow(node)) {
        problems.add(place(step) + ": an overflow node, but referred to by node " + step.parentId);
      }
      boolean first = true;
      while (node != null) {
        if (!first && !isOwnOverflow(step, node)) {
          return;
        }
        visit(step, node, first, bound);
        first = false;
        node = following(node);
      }
      whole = true;
    } catch (DamagedStoreException | UnsupportedFormatException | StoreIoException unreadable) {
      problems.add(place(step) + ": cannot be read: " + unreadable.getMessage());
      incomplete = true;
    }
    if (whole) {
      compareBound(step, bound);
    }
  }

  /**
   * Returns whether an overflow node is visited for the first time. Otherwise releases the node.
   */
  private boolean isOwnOverflow(Step step, NodeView node) {
    long nodeId = node.nodeId();
    if (mayVisit(new Step(nodeId, step.level, step.nodeId, null))) {
      return true;
    }
    reader.release(node);
    return false;
  }

  private NodeView following(NodeView node) {
    if (layout.chained()) {
      return OverflowLink.next(reader, node);
    }
    reader.release(node);
    return null;
  }

  /**
   * Checks a primary node or one of its overflow nodes, and extends {@code bound} by the node's
   * entries.
   */
  private void visit(Step step, NodeView node, boolean primary, double[] bound) {
    boolean done = false;
    try {
      checkFill(step, node, primary);
      checkOrder(step, node);
      checkBounds(step, node, primary, bound);
      if (step.level == 0) {
        leafNodes++;
        entries += node.count();
      } else {
        internalNodes++;
        pushChildren(step, node);
      }
      done = true;
    } finally {
      if (!done) {
        reader.release(node);
      }
    }
  }

  private void checkFill(Step step, NodeView node, boolean primary) {
    boolean root = step.parentId < 0;
    int least =
        !primary ? 1 : !root ? rules.minimum(step.level) : step.level == 0 ? 0 : LEAST_OF_ROOT;
    int most = rules.capacity(step.level);
    if (node.count() < least || node.count() > most) {
      problems.add(
          "node "
              + node.nodeId()
              + " of level "
              + step.level
              + ": "
              + node.count()
              + " entries (allowed: "
              + least
              + " to "
              + most
              + ")");
    }
  }

  private void checkOrder(Step step, NodeView node) {
    NodeLayout of = layout.at(step.level);
    if (of.order() == null) {
      return;
    }
    long[] next = new long[of.words()];
    for (int slot = 1; slot < node.count(); slot++) {
      node.copyEntry(slot, next, 0);
      if (of.order().compare(node, slot - 1, next, 0) > 0) {
        problems.add(place(step) + ": entry " + slot + " stands before its place in the order");
        return;
      }
    }
  }

  private void checkBounds(Step step, NodeView node, boolean primary, double[] bound) {
    NodeLayout of = layout.at(step.level);
    if (!of.hasBounds()) {
      return;
    }
    for (int slot = 0; slot < node.count(); slot++) {
      double[] entry = boundOf(node, of, slot);
      boolean finite = entry[0] >= -Double.MAX_VALUE && entry[1] >= -Double.MAX_VALUE;
      finite &= entry[2] <= Double.MAX_VALUE && entry[3] <= Double.MAX_VALUE;
      if (!(finite && entry[0] <= entry[2] && entry[1] <= entry[3])) {
        problems.add(
            place(step) + ": entry " + slot + " is no rectangle: " + Arrays.toString(entry));
      }
      boolean start = primary && slot == 0;
      bound[0] = start ? entry[0] : Math.min(bound[0], entry[0]);
      bound[1] = start ? entry[1] : Math.min(bound[1], entry[1]);
      bound[2] = start ? entry[2] : Math.max(bound[2], entry[2]);
      bound[3] = start ? entry[3] : Math.max(bound[3], entry[3]);
    }
    if (primary && node.count() == 0) {
      Arrays.fill(bound, Double.NaN); // there is no bound to compare
    }
  }

  private void compareBound(Step step, double[] bound) {
    boolean known = step.bound != null && layout.at(step.level).hasBounds();
    if (known && !Double.isNaN(bound[0]) && !holds(step.bound, bound)) {
      problems.add(
          place(step)
              + ": its bound is "
              + Arrays.toString(bound)
              + ", its parent, node "
              + step.parentId
              + ", says "
              + Arrays.toString(step.bound));
    }
  }

  private boolean holds(double[] said, double[] is) {
    if (rules.minimalBounds()) {
      return said[0] == is[0] && said[1] == is[1] && said[2] == is[2] && said[3] == is[3];
    }
    return said[0] <= is[0] && said[1] <= is[1] && said[2] >= is[2] && said[3] >= is[3];
  }

  private static double[] boundOf(NodeView node, NodeLayout of, int slot) {
    int low = of.boundsWord();
    int high = of.upperBoundsWord();
    return new double[] {
      node.real(low, slot),
      node.real(low + 1, slot),
      node.real(high, slot),
      node.real(high + 1, slot)
    };
  }

  /** Announces the leaves below a node to the reader, in the order of its entries. */
  private void announceChildren(NodeView node) {
    long[] children = new long[node.count()];
    for (int slot = 0; slot < children.length; slot++) {
      children[slot] = node.word(0, slot);
    }
    reader.willRead(children, 0, children.length);
  }

  /** Pushes the children of a node on the stack so that the first child is popped first. */
  private void pushChildren(Step step, NodeView node) {
    NodeLayout of = layout.at(step.level);
    boolean known = of.hasBounds() && layout.at(step.level - 1).hasBounds();
    if (step.level == 1) {
      announceChildren(node);
    }
    for (int slot = node.count() - 1; slot >= 0; slot--) {
      double[] bound = known ? boundOf(node, of, slot) : null;
      ahead.push(new Step(node.word(0, slot), step.level - 1, step.nodeId, bound));
    }
  }

  private void compareCatalog() {
    if (entries != reader.entries()) {
      problems.add("catalog: " + reader.entries() + " entries, but leaves hold " + entries);
    }
  }

  private void findOrphans() {
    for (long nodeId = 0; nodeId <= lastId; nodeId++) {
      if (!reached.contains(nodeId) && !free.contains(nodeId)) {
        problems.add("node " + nodeId + ": neither reached nor free");
      }
    }
  }
}
